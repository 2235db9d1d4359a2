// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
import Glibc
import KeychainModel
package import LinuxSystem
package import ProtectionModel
package import SecretMemory

/// Keys under a password: of every class but the one that is always there, which stays the device's.
///
/// What may be read while the file-based keychain is locked, digests for lookup and certificates, is of that class.
package final class PasswordKeys: ClassKeyService {
  private struct State {
    var record: PasswordRecord?
    var master: SecretData?
  }

  package enum Condition: Sendable { case absent, locked, unlocked }

  static let name = "login.keychain-password"

  private let folder: FileDescriptor
  private let device: any ClassKeyService
  private let cost: Argon2id.Parameters
  private let state: Locked<State>

  package init(
    in folder: consuming FileDescriptor, device: any ClassKeyService, cost: Argon2id.Parameters = .recommended
  ) throws(PasswordRecord.Defect) {
    let record = try Self.read(folder)
    self.folder = folder
    self.device = device
    self.cost = cost
    state = Locked(State(record: record))
  }

  package var condition: Condition {
    state.withLock { state in state.record == nil ? .absent : state.master == nil ? .locked : .unlocked }
  }

  // MARK: - The password

  /// Makes the master key, on the disk before anything is under it. Nothing is replaced.
  package func create(_ password: borrowing SecretBytes) throws(PasswordRecord.Defect) {
    let master = SystemRandom.secret(PasswordRecord.masterSize)
    let record: PasswordRecord
    do { record = try PasswordRecord(master, password, cost) } catch { throw .system }
    let bytes = record.encoded
    let kept = SecretData(master)
    try state.withLock { state throws(PasswordRecord.Defect) in
      guard state.record == nil else { throw .wrongPassword }
      do { try write(bytes) } catch { throw .system }
      state.record = record
      state.master = kept
    }
  }

  package func unlock(_ password: borrowing SecretBytes) throws(PasswordRecord.Defect) {
    guard let record = state.withLock({ $0.record }) else { throw .damaged }
    let master = SecretData(try record.open(password))
    state.withLock { $0.master = master }
  }

  package func lock() { state.withLock { $0.master = nil } }

  private static func read(_ folder: borrowing FileDescriptor) throws(PasswordRecord.Defect) -> PasswordRecord? {
    let bytes: [UInt8]
    do {
      bytes = try folder.open(name, O_RDONLY).read(count: PasswordRecord.size + 1, at: 0)
    } catch {
      guard error.code == ENOENT else { throw .system }
      return nil
    }
    return try PasswordRecord(encoded: bytes.span)
  }

  private func write(_ bytes: [UInt8]) throws(SystemError) {
    do {
      let file = try folder.open(Self.name + ".new", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
      try file.write(bytes.span, at: 0)
      try file.sync()
    }
    try folder.rename(Self.name + ".new", to: folder, as: Self.name)
    try folder.sync()
  }

  // MARK: - ClassKeyService

  private func isOfDevice(_ keyClass: KeyClass) -> Bool { keyClass == .keychainAlways }

  package func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey {
    if isOfDevice(keyClass) { return try device.makeKey(keyClass) }
    let key = SystemRandom.secret(32)
    let bytes = try withMaster(keyClass) { (master) throws(CryptoError) in try AESKeyWrap.wrap(key, with: master) }
    guard let wrapped = WrappedKey(keyClass: keyClass, bytes: bytes) else { throw .noSuchKey(keyClass) }
    return NewKey(key: key, wrapped: wrapped)
  }

  package func unwrap(_ wrapped: WrappedKey) throws(ClassKeyError) -> SecretBytes {
    if isOfDevice(wrapped.keyClass) { return try device.unwrap(wrapped) }
    return try withMaster(wrapped.keyClass) { (master) throws(CryptoError) in
      try AESKeyWrap.unwrap(wrapped.bytes.span, with: master)
    }
  }

  package func rewrap(_ wrapped: WrappedKey, to keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey {
    let key = try unwrap(wrapped)
    guard !isOfDevice(keyClass) else { throw .noSuchKey(keyClass) }
    let bytes = try withMaster(keyClass) { (master) throws(CryptoError) in try AESKeyWrap.wrap(key, with: master) }
    guard let rewrapped = WrappedKey(keyClass: keyClass, bytes: bytes) else { throw .noSuchKey(keyClass) }
    return rewrapped
  }

  package func isAvailable(_ keyClass: KeyClass) -> Bool {
    isOfDevice(keyClass) ? device.isAvailable(keyClass) : condition == .unlocked
  }

  private func withMaster<Result: ~Copyable & Sendable>(
    _ keyClass: KeyClass, _ body: (borrowing SecretBytes) throws(CryptoError) -> Result
  ) throws(ClassKeyError) -> Result {
    guard let kept = state.withLock({ $0.master }) else { throw .refusedByLockState(keyClass) }
    let master = kept.withBytes { SecretBytes(copying: $0) }
    do { return try body(master) } catch { throw .damaged }
  }
}
