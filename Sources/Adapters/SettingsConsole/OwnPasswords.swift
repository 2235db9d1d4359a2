// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import BrokerMessages
import Clocks
import CryptoPrimitives
import KeychainModel
import SecretMemory
import Threads
import WebServer

// Passwords that the owner adds and edits in the page.

/// A password as it was typed. The secret goes to `baileyd` as it came, and nothing here keeps it.
struct TypedPassword {
  /// The password that is changed; nil for a new one.
  let reference: PersistentReference?
  let attributes: ItemAttributes
  /// The new secret; nil where it stays as it is.
  let secret: SecretData?

  private static let fields: [ItemAttribute] = [.label, .service, .account, .comment]

  /// The lines are the reference or a hyphen, then title, site, account and comment in hexadecimal, or a hyphen for what stays as
  /// it is; the rest is the secret, and nothing where it stays as it is.
  init(_ request: WebRequest) throws(ConsoleFailure) {
    let count = Self.fields.count + 1
    guard let lines = request.lines(count) else { throw .badRequest }
    if lines[0] == "-" {
      reference = nil
    } else {
      guard let bytes = [UInt8](hexadecimal: lines[0]), let reference = try? PersistentReference(bytes.span) else {
        throw .badRequest
      }
      self.reference = reference
    }
    var attributes: ItemAttributes = [:]
    for (attribute, line) in zip(Self.fields, lines.dropFirst()) where line != "-" {
      guard let bytes = [UInt8](hexadecimal: line), let text = String(validating: bytes, as: UTF8.self) else {
        throw .badRequest
      }
      attributes[attribute] = .string(text)
    }
    self.attributes = attributes
    if let bytes = request.rest(after: count) { secret = SecretData(bytes) } else { secret = nil }
  }
}

extension InstanceWatcher {
  func save(_ password: TypedPassword) throws(ConsoleFailure) {
    // What a program of the desktop stored has a form of its own, and is that program's to change.
    if let reference = password.reference, try desktopItems().contains(reference) { throw .badRequest }
    do throws(BrokerClientError) {
      if let reference = password.reference {
        try broker.changeForOwner(reference, ItemChanges(password.attributes, data: password.secret))
      } else {
        let addition = ItemAddition(.genericPassword, password.attributes, data: password.secret ?? .empty)
        try broker.addForOwner(addition)
      }
    } catch {
      if case .refused(.keychain(.duplicateItem)) = error, password.reference == nil, try isOther(password) {
        throw .differs
      }
      throw .broker(error)
    }
    knownItems.withLock { $0 = nil }
    state.change { $0.items += 1 }
  }

  /// Whether the owner's password for the same site and account is another one. Where it cannot be read, it is taken for one.
  private func isOther(_ password: TypedPassword) throws(ConsoleFailure) -> Bool {
    guard let typed = password.secret, let reference = try reference(of: OwnPasswordName(password.attributes)),
      let kept = try? broker.revealToOwner(reference)
    else { return true }
    return kept.withBytes { one in
      typed.withBytes { other in one.count != other.count || !equalInConstantTime(one, other) }
    }
  }

  /// The item of a password. Where many are looked up one after the other, the list is asked for once.
  private func reference(of name: OwnPasswordName) throws(ConsoleFailure) -> PersistentReference? {
    let now = BootClock.system.now().milliseconds
    if let known = knownOwn.withLock({ $0 }), now - known.milliseconds < Self.listMilliseconds,
      let reference = known.passwords.references[name]
    {
      return reference
    }
    let passwords: KnownOwnPasswords
    do { passwords = KnownOwnPasswords(try broker.ownersItems(.genericPassword)) } catch { throw .broker(error) }
    knownOwn.withLock { $0 = (passwords, now) }
    return passwords.references[name]
  }
}

/// What tells one password of the owner's from another.
struct OwnPasswordName: Hashable {
  private let service: String
  private let account: String

  init(_ attributes: ItemAttributes) {
    service = attributes[.service]?.string ?? ""
    account = attributes[.account]?.string ?? ""
  }
}

/// The owner's own passwords, by their names.
struct KnownOwnPasswords {
  let references: [OwnPasswordName: PersistentReference]

  init(_ items: [ItemResult]) {
    var references: [OwnPasswordName: PersistentReference] = [:]
    for item in items {
      guard let attributes = item.attributes, attributes[.accessGroup]?.string == PrivateGroup.commandLine,
        attributes[.synchronizable]?.number ?? 0 == 0
      else { continue }
      references[OwnPasswordName(attributes)] = item.persistentReference
    }
    self.references = references
  }
}
