// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import ProtectionModel
package import RootKey
import SecretMemory
import SystemCalls
import WireFormat

extension Keybag {
  /// The size of both files.
  package static let fileSize = TwoSlotRecord.fileSize

  private static let keybagMagic: UInt64 = 0x4241_494C_4559_4B42  // BAILEYKB
  private static let effaceableMagic: UInt64 = 0x4241_494C_4559_4546  // BAILEYEF

  /// The stage of the two files, before there is a root key to open them with.
  package enum Stage: Sendable { case new, complete, erased }

  /// A root key or a missing file may be created for a new keybag only. For any other keybag, a missing file is a loss.
  package static func stage(keybag: (any ByteStore)?, effaceable: (any ByteStore)?) throws(KeybagError) -> Stage {
    var record = TwoSlotRecord(in: effaceable ?? MissingFile(), sealedBy: DigestSeal(magic: effaceableMagic))
    switch try find(&record, beside: keybag ?? MissingFile()) {
    case .nothing: return .new
    case .key: return .complete
    case .erased: return .erased
    }
  }

  /// Opens the keybag, or creates one where both files are blank.
  ///
  /// The effaceable record says how far a creation came, so that one the power interrupted is begun again, and a
  /// keybag that is lost is never mistaken for one that was not made yet. It also says that everything is erased, and
  /// an erase that the power interrupted is finished. If the record itself is missing, assume that nothing was erased.
  package static func open(_ environment: KeybagEnvironment) throws(KeybagError) -> Keybag {
    var effaceable = TwoSlotRecord(in: environment.effaceable, sealedBy: DigestSeal(magic: effaceableMagic))
    switch try find(&effaceable, beside: environment.keybag) {
    case .nothing: return try create(environment, effaceable)
    case .key(let key): return try open(environment, effaceable, key)
    case .erased:
      finishErasing(keybag: environment.keybag, root: environment.root)
      throw .erased
    }
  }

  /// Removes what an erase has left, as far as the disk allows.
  package static func finishErasing(keybag: (any ByteStore)?, root: (any RootKeyProvider)?) {
    try? root?.destroy()
    guard let keybag else { return }
    var rest = TwoSlotRecord(in: keybag, sealedBy: DigestSeal(magic: keybagMagic))
    try? rest.wipe()
  }

  private enum Finding {
    /// No keybag was ever complete.
    case nothing
    case key(SharedSecret)
    case erased
  }

  private static func find(
    _ effaceable: inout TwoSlotRecord, beside keybag: any ByteStore
  ) throws(KeybagError) -> Finding {
    switch try load(&effaceable) {
    case .record(let contents):
      let found = try EffaceableKey(decoding: contents)
      switch found.progress {
      case .creating:
        // Creation must not begin again: the slot that cannot be read may say that the keybag is complete.
        if let error = effaceable.unreadable { throw .storage(code: error.code) }
        return .nothing
      case .erased: return .erased
      case .complete:
        guard try !isBlank(keybag) else { throw .lost(.keybag) }
        return .key(found.key)
      }
    case .damaged: throw try isBlank(keybag) ? .damaged : .lost(.effaceable)
    // No record, but at least one slot that was never written.
    default:
      guard try isBlank(keybag) else { throw .lost(.effaceable) }
      return .nothing
    }
  }

  // MARK: - Opening

  private static func open(
    _ environment: KeybagEnvironment, _ effaceable: consuming TwoSlotRecord, _ effaceableKey: SharedSecret
  ) throws(KeybagError) -> Keybag {
    let keys = try DeviceKeys(environment.root, effaceableKey)
    var file = TwoSlotRecord(in: environment.keybag, sealedBy: CipherSeal(magic: keybagMagic, key: keys.sealing))
    guard case .record(let contents) = try load(&file),
      let record = try? contents.withBytes({ bytes throws(WireError) in try KeybagRecord(decoding: bytes) })
    else { throw .damaged }
    let keybag = Keybag(environment, record: record, file: file, effaceable: effaceable, deviceKey: keys.device)
    try keybag.publish()
    try keybag.resumeAttempts()
    return keybag
  }

  private static func load(_ record: inout TwoSlotRecord) throws(KeybagError) -> TwoSlotRecord.Contents {
    do { return try record.load() } catch { throw .storage(code: error.code) }
  }

  private static func isBlank(_ store: any ByteStore) throws(KeybagError) -> Bool {
    let record = TwoSlotRecord(in: store, sealedBy: DigestSeal(magic: keybagMagic))
    do { return try record.isBlank() } catch { throw .storage(code: error.code) }
  }

  // MARK: - Creating

  private static func create(
    _ environment: KeybagEnvironment, _ effaceable: consuming TwoSlotRecord
  ) throws(KeybagError) -> Keybag {
    var effaceable = effaceable
    let key = SharedSecret(SystemRandom.secret(KeyTree.effaceableKeySize))
    try store(EffaceableKey(progress: .creating, key: key), in: &effaceable)
    let keys = try DeviceKeys(environment.root, key)
    var record: KeybagRecord
    do { record = try KeybagRecord(creatingFor: keys.device, environment.stretching()) } catch { throw .memory }
    do { record.attempts.counter = try environment.root.counter?.value() ?? 0 } catch { throw .rootKey }
    let file = TwoSlotRecord(in: environment.keybag, sealedBy: CipherSeal(magic: keybagMagic, key: keys.sealing))
    let keybag = Keybag(environment, record: record, file: file, effaceable: effaceable, deviceKey: keys.device)
    try keybag.commit(record).report()
    try keybag.completeCreation(EffaceableKey(progress: .complete, key: key))
    try keybag.publish()
    return keybag
  }

  private static func store(_ key: EffaceableKey, in record: inout TwoSlotRecord) throws(KeybagError) {
    try record.store(key.encoded()).report()
  }

  private func completeCreation(_ key: EffaceableKey) throws(KeybagError) {
    try Self.store(key, in: &effaceable)
  }
}

/// The two keys that the root key and the effaceable key make together.
private struct DeviceKeys {
  let sealing: SharedSecret
  let device: SharedSecret

  init(_ root: any RootKeyProvider, _ effaceable: SharedSecret) throws(KeybagError) {
    do {
      sealing = SharedSecret(try KeyTree.sealingKey(root, effaceable.secret))
      device = SharedSecret(try KeyTree.deviceKey(root, effaceable.secret))
    } catch {
      throw .rootKey
    }
  }
}
