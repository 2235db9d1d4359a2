// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
package import KeychainStore
package import PasskeyItems
import PasskeyKeys
package import PromptModel
import Threads

/// Passkeys as items of the keychain: in a group that no program can name, found by their relying party, and open while the
/// device is unlocked alone.
package final class PasskeyVault: Sendable {
  private let keychain: KeychainSession
  private let clock: @Sendable () -> UInt64
  /// The lock that is held from when a passkey is read until what changed of it is stored.
  private let changes = Locked(())

  /// `clock` gives milliseconds since 1970.
  package init(_ store: KeychainStore, clock: @escaping @Sendable () -> UInt64) {
    keychain = store.session(for: KeychainCaller(groups: .passkeys))
    self.clock = clock
  }

  package var now: UInt64 { clock() }

  // MARK: - Reading

  /// The passkeys of one relying party, the deleted ones too, in the order in which they were made.
  ///
  /// - Throws: `interactionNotAllowed` while the device is locked, where there are any.
  package func passkeys(of relyingParty: String) throws(KeychainStatus) -> [StandingPasskey] {
    StandingPasskey.all(try find([.service: .string(relyingParty)]))
  }

  package func all() throws(KeychainStatus) -> [StandingPasskey] { StandingPasskey.all(try find([:])) }

  private func find(_ attributes: ItemAttributes) throws(KeychainStatus) -> [StoredPasskey] {
    let query = ItemQuery(
      .genericPassword, attributes, options: RequestOptions(returns: .data, limit: .all))
    let found: [ItemResult]
    do throws(KeychainStatus) {
      found = try keychain.find(query)
    } catch {
      guard error == .itemNotFound else { throw error }
      return []
    }
    // What a newer version wrote is nobody's here.
    return found.compactMap { item in item.data?.withBytes { try? StoredPasskey(decoding: $0) } }
  }

  // MARK: - Changes

  /// Adds a passkey, which is on the disk when this returns.
  package func add(_ passkey: StoredPasskey) throws(KeychainStatus) {
    let protection: Accessibility = passkey.key.portability == .portable ? .whenUnlocked : .whenUnlockedThisDeviceOnly
    var attributes = Self.name(of: passkey)
    attributes[.accessible] = .string(protection.rawValue)
    _ = try keychain.add(ItemAddition(.genericPassword, attributes, data: try Self.data(of: passkey)))
  }

  /// Adds those whose identifiers are not there, in whatever state; each is on the disk, whole, before the next.
  package func keep(_ passkeys: [StoredPasskey]) throws(KeychainStatus) -> KeptPasskeys {
    try changes.withLock { _ throws(KeychainStatus) in
      var kept = KeptPasskeys()
      for passkey in passkeys {
        if try find([.account: Self.account(passkey.credential)]).isEmpty {
          try add(passkey)
          kept.added += 1
        } else {
          kept.there += 1
        }
      }
      return kept
    }
  }

  /// Changes one; nil where there is none of this identifier.
  @discardableResult package func change(
    _ credential: [UInt8], _ body: (inout StoredPasskey) -> Void
  ) throws(KeychainStatus) -> StoredPasskey? {
    try changes.withLock { _ throws(KeychainStatus) in
      guard var passkey = try find([.account: Self.account(credential)]).first else { return nil }
      body(&passkey)
      try store(passkey)
      return passkey
    }
  }

  /// Applies a site's signal about its accounts' passkeys.
  ///
  /// - Throws: `interactionNotAllowed` while the device is locked, where there are any.
  package func heed(_ signal: PasskeySignal) throws(KeychainStatus) {
    try changes.withLock { _ throws(KeychainStatus) in
      for passkey in try find([.service: .string(signal.relyingParty)]) {
        guard let changed = signal.changing(passkey, at: now) else { continue }
        try store(changed)
      }
    }
  }

  private func store(_ passkey: StoredPasskey) throws(KeychainStatus) {
    try keychain.update(
      ItemQuery(.genericPassword, Self.name(of: passkey)), with: ItemChanges(data: try Self.data(of: passkey)))
  }

  // MARK: - What the owner has chosen

  /// The primary key of the choice for new passkeys, which no relying party's identifier begins with.
  private static let choice: ItemAttributes = [.service: .string(".new passkeys"), .account: .string("reach")]

  /// The reach of new passkeys where nothing else is asked for.
  package func reachOfNew() throws(KeychainStatus) -> PasskeyReach {
    let query = ItemQuery(.genericPassword, Self.choice, options: RequestOptions(returns: .data, limit: .all))
    do throws(KeychainStatus) {
      let byte = try keychain.find(query).first?.data?.withBytes { $0.count == 1 ? $0[0] : nil }
      // What a newer version wrote is taken for the stricter one.
      return byte.flatMap(PasskeyReach.init(rawValue:)) ?? .thisDeviceOnly
    } catch {
      guard error == .itemNotFound else { throw error }
      return .portable
    }
  }

  package func choose(_ reach: PasskeyReach) throws(KeychainStatus) {
    let data = SecretData(copying: [reach.rawValue].span)
    do throws(KeychainStatus) {
      try keychain.update(ItemQuery(.genericPassword, Self.choice), with: ItemChanges(data: data))
    } catch {
      guard error == .itemNotFound else { throw error }
      var attributes = Self.choice
      attributes[.accessible] = .string(Accessibility.whenUnlockedThisDeviceOnly.rawValue)
      _ = try keychain.add(ItemAddition(.genericPassword, attributes, data: data))
    }
  }

  // MARK: - Leaving

  /// Removes those that have been deleted for thirty days.
  package func removeOld() throws(KeychainStatus) {
    try changes.withLock { _ throws(KeychainStatus) in
      for old in StandingPasskey.all(try find([:])) where old.isOver(at: now) {
        try keychain.delete(ItemQuery(.genericPassword, Self.name(of: old.passkey)))
      }
    }
  }

  // MARK: - Parts

  private static func name(of passkey: StoredPasskey) -> ItemAttributes {
    [.service: .string(passkey.relyingParty), .account: account(passkey.credential)]
  }

  private static func account(_ credential: [UInt8]) -> AttributeValue {
    .string(credential.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
  }

  private static func data(of passkey: StoredPasskey) throws(KeychainStatus) -> SecretData {
    do { return try passkey.encoded() } catch { throw .param }
  }
}
