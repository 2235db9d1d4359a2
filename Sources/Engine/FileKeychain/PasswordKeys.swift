// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
import Glibc
package import KeychainModel
package import LinuxSystem
package import ProtectionModel
package import SecretMemory

/// Keys under a password: of every class but the one that is always there, which stays the device's.
///
/// What may be read while the file-based keychain is locked, digests for lookup and certificates, is of that class.
package final class PasswordKeys: ClassKeyService {
  private let folder: FileDescriptor
  private let name: String
  /// While there is such a file, a restore has made the keychain and has not put all into it yet.
  private let mark: String
  private let device: any ClassKeyService
  private let cost: Argon2id.Parameters
  private let clock: IdleClock
  private let state: Locked<PasswordState>
  /// Told when the keychain is to be looked at again, because it may be time to lock it.
  private let watch: @Sendable (BootInstant) -> Void

  /// Of the keychain that lies in the folder under this name.
  package init(
    in folder: consuming FileDescriptor, named keychain: String = KeychainName.login.text,
    device: any ClassKeyService, cost: Argon2id.Parameters = .recommended,
    settings: KeychainSettings = KeychainSettings(), clock: IdleClock = .system,
    watch: @escaping @Sendable (BootInstant) -> Void = { _ in }
  ) throws(PasswordRecord.Defect) {
    let name = keychain + Self.ending
    let record = try Self.read(folder, name)
    self.folder = folder
    self.name = name
    mark = keychain + Self.markEnding
    self.device = device
    self.cost = cost
    self.clock = clock
    self.watch = watch
    state = Locked(PasswordState(record: record, settings: settings))
  }

  static let ending = "-password"
  private static let markEnding = "-unfinished"

  package var condition: KeychainCondition {
    state.withLock { state in
      _ = state.expire(clock)
      return state.record == nil ? .absent : state.master == nil ? .locked : .unlocked
    }
  }

  package var settings: KeychainSettings { state.withLock { $0.settings } }

  package func set(_ settings: KeychainSettings) {
    state.withLock { $0.settings = settings }
    watchDeadline()
  }

  // MARK: - The password

  /// A moment between two locks. What somebody was asked for, or had to wait for, before a lock opens nothing after it.
  struct Moment: Equatable {
    fileprivate let locks: Int
  }

  var now: Moment { Moment(locks: state.withLock { $0.locks }) }

  /// Makes the master key, on the disk before anything is under it. Nothing is replaced. What was locked since that
  /// moment is made all the same, and stays locked.
  func create(_ password: borrowing SecretBytes, since moment: Moment) throws(PasswordRecord.Defect) {
    let master = SystemRandom.secret(PasswordRecord.masterSize)
    let record: PasswordRecord
    do { record = try PasswordRecord(master, password, cost) } catch { throw .system }
    try begin(.whole, with: record, SecretData(master), since: moment)
  }

  /// The same with a key that was made before, as its password opens it. What is to be in the keychain comes then.
  func create(from copy: Copy, since moment: Moment) throws(PasswordRecord.Defect) {
    try begin(.unfinished, with: copy.record, copy.master, since: moment)
  }

  /// Opens again what `create(from:since:)` made of the same copy and nobody finished. Nothing else opens so: in any other
  /// there may be more than was in the copy, and only the password is to open that.
  func resume(from copy: Copy, since moment: Moment) throws(PasswordRecord.Defect) {
    guard (try? folder.status(of: mark)) != nil else { throw .locked }
    try state.withLock { state throws(PasswordRecord.Defect) in
      guard state.record == copy.record, state.unlock(copy.master, since: moment.locks, clock) == .unlocked else {
        throw .locked
      }
    }
    watchDeadline()
  }

  /// From now on only the password opens it. To be said again does no harm.
  func finish() throws(PasswordRecord.Defect) {
    do throws(SystemError) { try folder.unlink(mark) } catch {
      guard error.code == ENOENT else { throw .system }
    }
    // Also where somebody has taken it away before, and did not get this far: a power cut must not bring it back.
    do { try folder.sync() } catch { throw .system }
  }

  /// What another such keychain can be made of; nil while it is locked.
  func copy() -> Copy? {
    state.withLock { state in
      guard let master = state.use(clock), let record = state.record else { return nil }
      return Copy(record: record, master: master)
    }
  }

  struct Copy {
    let record: PasswordRecord
    let master: SecretData
  }

  private enum Extent { case whole, unfinished }

  private func begin(
    _ extent: Extent, with record: PasswordRecord, _ kept: SecretData, since moment: Moment
  ) throws(PasswordRecord.Defect) {
    try state.withLock { state throws(PasswordRecord.Defect) in
      guard state.record == nil else { throw .exists }
      do {
        switch extent {
        case .unfinished: _ = try folder.open(mark, O_WRONLY | O_CREAT | O_NOFOLLOW, mode: 0o600)
        // Of one that never came to be.
        case .whole: try finish()
        }
        try write(record.encoded)
      } catch { throw .system }
      state.record = record
      _ = state.unlock(kept, since: moment.locks, clock)
    }
    watchDeadline()
  }

  /// What was locked since that moment stays locked. Whoever knows the password goes on as they like with what a restore
  /// has left there.
  func unlock(_ password: borrowing SecretBytes, since moment: Moment) throws(PasswordRecord.Defect) {
    guard let record = state.withLock({ $0.record }) else { throw .damaged }
    let master = SecretData(try record.open(password))
    // Before anything can come into it that the restore did not bring.
    try finish()
    try state.withLock { state throws(PasswordRecord.Defect) in
      guard state.record == record, state.unlock(master, since: moment.locks, clock) == .unlocked else {
        throw .locked
      }
    }
    watchDeadline()
  }

  /// Puts the same master key under another password. What is unlocked stays so, and what is locked too.
  package func change(
    _ old: borrowing SecretBytes, to new: borrowing SecretBytes
  ) throws(PasswordRecord.Defect) {
    guard let record = state.withLock({ $0.record }) else { throw .damaged }
    let master = try record.open(old)
    let changed: PasswordRecord
    do { changed = try PasswordRecord(master, new, cost) } catch { throw .system }
    try state.withLock { state throws(PasswordRecord.Defect) in
      // Of two changes at one time, the first one counts.
      guard state.record == record else { throw .wrongPassword }
      do { try write(changed.encoded) } catch { throw .system }
      state.record = changed
    }
  }

  package func lock() { state.withLock { $0.lock() } }

  /// Locks where it is time to; says when to look again.
  func expire() -> BootInstant? { state.withLock { $0.expire(clock) } }

  /// Has the timer know of this keychain.
  func watchDeadline() { if let deadline = expire() { watch(deadline) } }

  private static func read(
    _ folder: borrowing FileDescriptor, _ name: String
  ) throws(PasswordRecord.Defect) -> PasswordRecord? {
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
      let file = try folder.open(name + ".new", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
      try file.write(bytes.span, at: 0)
      try file.sync()
    }
    try folder.rename(name + ".new", to: folder, as: name)
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
    guard let kept = state.withLock({ $0.use(clock) }) else { throw .refusedByLockState(keyClass) }
    let master = kept.withBytes { SecretBytes(copying: $0) }
    do { return try body(master) } catch { throw .damaged }
  }
}
