// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerMessages
import CallerIdentity
import Events
import KeychainAuthorization
import KeychainModel
import KeychainStore
import LockFollowing
import PromptModel
import PromptQueue
import ProofModel

// What the owner asks in the console about everybody's items.

extension KeychainHandler {
  func answer(_ request: OwnerRequest, _ session: BrokerSession) throws(BrokerRefusal) -> BrokerReply {
    switch request {
    case .permit(let number):
      guard authenticator.takeProof(of: number, for: .showPasswords, in: session.caller.process) else {
        throw .authentication(.failed)
      }
      ownerPermits.add(session.caller.process) { [caller = session.caller] in caller.isAlive }
      return .done
    case .list(let itemClass):
      return try passing(session) { (keychain) throws(KeychainStatus) in
        .keychain(.items(try list(itemClass, keychain), .last))
      }
    case .reveal(let reference):
      // A private key is for using, not for seeing.
      guard reference.itemClass.mayBeSeen else { throw .keychain(.param) }
      return try passing(session) { (keychain) throws(KeychainStatus) in
        let found = try keychain.find(ItemQuery(reference, returns: .data))
        return .keychain(.items(found, .last))
      }
    case .delete(let reference):
      return try passing(session) { (keychain) throws(KeychainStatus) in
        try keychain.delete(ItemQuery(reference))
        ownersChanges.note()
        return .done
      }
    case .add(let addition):
      // Nothing becomes an app's that the app has not stored.
      guard let password = addition.ownersPassword else { throw .keychain(.param) }
      return try passing(session) { (keychain) throws(KeychainStatus) in
        _ = try keychain.add(password)
        return .done
      }
    case .change(let reference, let changes):
      guard reference.itemClass.isPassword, changes.areOwners else { throw .keychain(.param) }
      return try passing(session) { (keychain) throws(KeychainStatus) in
        try keychain.update(ItemQuery(reference), with: changes)
        ownersChanges.note()
        return .done
      }
    }
  }

  /// The lock state decides about each item: while the class of one is locked, the list is refused as a whole.
  private func list(
    _ itemClass: ItemClass, _ keychain: KeychainSession
  ) throws(KeychainStatus) -> [ItemResult] {
    let query = ItemQuery(
      itemClass, [.synchronizable: SynchronizableFilter.anyValue],
      options: RequestOptions(
        returns: [.attributes, .persistentReference], limit: .all,
        authentication: AuthenticationChoice(prompt: .skip)))
    do throws(KeychainStatus) { return try keychain.find(query) } catch  where error == .itemNotFound { return [] }
  }

  /// A lock takes the permit back, and waits for whoever was found to have it. Without a passcode there is nobody to ask.
  private func passing(
    _ session: BrokerSession, _ body: (KeychainSession) throws(KeychainStatus) -> BrokerReply
  ) throws(BrokerRefusal) -> BrokerReply {
    try barrier.pass { () throws(BrokerRefusal) in
      guard ownerPermits.holds(session.caller.process) || !authenticator.mayHavePasscode else {
        throw .authentication(.failed)
      }
      let owner = KeychainCaller(groups: .every)
      do throws(KeychainStatus) {
        return try body(store.session(for: owner, authorizer: OwnerAuthorizer()))
      } catch {
        throw .keychain(error)
      }
    }
  }
}

/// The authorizer for the owner, who has given the passcode: an item that wants anything else stays closed.
private struct OwnerAuthorizer: ItemAuthorizer {
  func authorize(_ access: AccessControl, _ choice: AuthenticationChoice) throws(KeychainStatus) {
    guard access.isMetByPasscode else { throw choice.prompt == .skip ? .authenticationNeeded : .interactionNotAllowed }
  }
}

extension ItemQuery {
  fileprivate init(_ reference: PersistentReference, returns: ReturnSelection = []) {
    self.init(nil, persistentReference: reference, options: RequestOptions(returns: returns))
  }
}

extension ItemClass {
  fileprivate var isPassword: Bool { self == .genericPassword || self == .internetPassword }
  fileprivate var mayBeSeen: Bool { isPassword || self == .certificate }
}

/// What the owner says of a password: whom it belongs to and when it can be read stay as they are.
private let ownersAttributes: Set<ItemAttribute> = [.label, .account, .service, .server, .comment]

extension ItemChanges {
  fileprivate var areOwners: Bool { Set(attributes.keys).isSubset(of: ownersAttributes) }
}

extension ItemAddition {
  /// The password in the group of the command line, of the class that new items have; nil for what is no password of
  /// that form.
  fileprivate var ownersPassword: ItemAddition? {
    guard let itemClass, itemClass.isPassword, let data, Set(attributes.keys).isSubset(of: ownersAttributes) else {
      return nil
    }
    var attributes = attributes
    attributes[.accessGroup] = .string(PrivateGroup.commandLine)
    return ItemAddition(itemClass, attributes, data: data)
  }
}
