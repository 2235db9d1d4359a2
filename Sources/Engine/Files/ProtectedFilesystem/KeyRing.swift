// SPDX-License-Identifier: Apache-2.0
import FuseSession
import ProtectedFiles
import ProtectionModel
import SecretMemory
import Threads

/// The keys of all files in use. A lock takes those of a class away, whatever requests use them at the moment.
final class KeyRing: Sendable {
  private struct Entry: Sendable {
    let key: FileKey
    var protection: ProtectionClass
  }

  private let gate: LockGate
  private let entries = Locked<[ObjectIdentifier: Entry]>([:])

  init(_ gate: LockGate) { self.gate = gate }

  func drop(_ protection: ProtectionClass) {
    let keys = entries.withLock { $0.values.filter { $0.protection == protection }.map(\.key) }
    for key in keys { key.drop() }
  }

  func dropAll() {
    for protection in ProtectionClass.allCases { drop(protection) }
  }

  /// Makes a holder for the key of a file in use. The key belongs to the ring for as long as the holder lives.
  func hold(_ protection: ProtectionClass) -> HeldKey { HeldKey(on: self, protection) }

  /// Checks a key after it was set: a lock that dropped the keys of its class just before did not find this one.
  fileprivate func check(_ key: FileKey, _ protection: ProtectionClass) throws(FileError) {
    guard !gate.permits(.writeBack, of: protection) else { return }
    key.drop()
    throw .locked
  }

  fileprivate func add(_ key: FileKey, _ protection: ProtectionClass) {
    entries.withLock { $0[ObjectIdentifier(key)] = Entry(key: key, protection: protection) }
  }

  fileprivate func change(_ key: FileKey, to protection: ProtectionClass) {
    entries.withLock { $0[ObjectIdentifier(key)]?.protection = protection }
  }

  fileprivate func remove(_ key: FileKey) {
    entries.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(key)) }
  }
}

/// Holds the key of a file in use until a lock takes it.
final class HeldKey: Sendable {
  let key = FileKey()
  private let ring: KeyRing

  fileprivate init(on ring: KeyRing, _ protection: ProtectionClass) {
    self.ring = ring
    ring.add(key, protection)
  }

  deinit {
    ring.remove(key)
    key.drop()
  }

  var isThere: Bool { key.isThere }

  func put(_ secret: consuming SecretBytes, _ protection: ProtectionClass) throws(FileError) {
    key.put(secret)
    try ring.check(key, protection)
  }

  func drop() { key.drop() }

  /// Changes the class of a key, so that a lock finds it among those of the new class.
  func setClass(_ protection: ProtectionClass) { ring.change(key, to: protection) }
}
