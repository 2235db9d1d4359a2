// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import LinuxSystem
import ProtectionModel
import RootKey
import SecretMemory
import WireFormat

extension Keybag {
  /// The size of both files.
  package static let fileSize = TwoSlotRecord.fileSize

  private static let keybagMagic: UInt64 = 0x4241_494C_4559_4B42  // BAILEYKB
  private static let effaceableMagic: UInt64 = 0x4241_494C_4559_4546  // BAILEYEF

  /// What the two files hold, before there is a root key to open them with.
  package enum Stage: Sendable { case new, complete, erased }

  /// A root key may be made for a new keybag only: for any other a missing one is a loss.
  package static func stage(keybag: any ByteStore, effaceable file: any ByteStore) throws(KeybagError) -> Stage {
    var effaceable = TwoSlotRecord(in: file, sealedBy: DigestSeal(magic: effaceableMagic))
    switch try load(&effaceable) {
    case .damaged: throw .damaged
    case .blank: return try isBlank(keybag) == .blank ? .new : .erased
    case .half: return try isBlank(keybag) == .blank ? .new : .erased
    case .record(let contents): return try EffaceableKey(decoding: contents).progress == .complete ? .complete : .new
    }
  }

  /// Opens the keybag, or creates one where both files are blank.
  ///
  /// The effaceable record says how far a creation came, so that one the power interrupted is begun again, and a
  /// keybag that is lost is never mistaken for one that was not made yet. An erase wipes the effaceable record first:
  /// where that is gone and the keybag is not, an erase was interrupted, and is finished.
  package static func open(_ environment: KeybagEnvironment) throws(KeybagError) -> Keybag {
    var effaceable = TwoSlotRecord(in: environment.effaceable, sealedBy: DigestSeal(magic: effaceableMagic))
    switch try load(&effaceable) {
    case .damaged: throw .damaged
    case .blank: return try createUnlessErased(environment, effaceable)
    case .half: return try createUnlessErased(environment, effaceable)
    case .record(let contents):
      let stage = try EffaceableKey(decoding: contents)
      guard stage.progress == .complete else { return try create(environment, effaceable) }
      return try open(environment, effaceable, stage.key)
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

  private enum Blankness { case blank, written }

  private static func isBlank(_ store: any ByteStore) throws(KeybagError) -> Blankness {
    var buffer = WireBuffer(capacity: fileSize)
    do {
      try buffer.fill { span throws(SystemError) in try store.read(into: &span, at: 0) }
    } catch {
      throw .storage(code: error.code)
    }
    return buffer.withBytes { bytes in bytes.indices.allSatisfy { bytes[$0] == 0 } } ? .blank : .written
  }

  // MARK: - Creating

  private static func createUnlessErased(
    _ environment: KeybagEnvironment, _ effaceable: consuming TwoSlotRecord
  ) throws(KeybagError) -> Keybag {
    guard try isBlank(environment.keybag) == .blank else {
      var rest = effaceable
      try? rest.wipe()
      throw .erased
    }
    return try create(environment, effaceable)
  }

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
