// SPDX-License-Identifier: Apache-2.0
package import Clocks
package import CryptoPrimitives
import Files
import Glibc
package import KeychainModel
package import ProtectionModel
package import SecretMemory
package import SystemCalls
import Threads

/// The class keys of a file-based keychain. All classes are wrapped under its password, except the one that is always
/// available, whose keys the device wraps.
///
/// The lookup digests and certificates, which may be read while the keychain is locked, are of that class.
package final class PasswordKeys: ClassKeyService {
  private let folder: FileDescriptor
  private let name: String
  /// The name of a file that exists while a restore has created the keychain and not yet restored all its items.
  private let mark: String
  private let device: any ClassKeyService
  private let cost: Argon2id.Parameters
  private let clock: IdleClock
  private let state: Locked<PasswordState>
  /// Called with the moment at which it may be time to lock the keychain.
  private let watch: @Sendable (BootInstant) -> Void

  /// The keys of the keychain with this name in the folder.
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

  /// A moment between two locks. A password that was asked for, or a key that was derived, before a lock does not unlock
  /// the keychain after it.
  struct Moment: Equatable {
    fileprivate let locks: Int
  }

  var now: Moment { Moment(locks: state.withLock { $0.locks }) }

  /// Creates the master key, which is on the disk before anything is encrypted under it. An existing one is never
  /// replaced. If the keychain was locked since `moment`, it is created and stays locked.
  func create(_ password: borrowing SecretBytes, since moment: Moment) throws(PasswordRecord.Defect) {
    let master = SystemRandom.secret(PasswordRecord.masterSize)
    let record: PasswordRecord
    do { record = try PasswordRecord(master, password, cost) } catch { throw .system }
    try begin(.whole, with: record, SecretData(master), since: moment)
  }

  /// Creates the keychain from the copy in a backup: with that master key and password. The items are restored afterwards.
  func create(from copy: Copy, since moment: Moment) throws(PasswordRecord.Defect) {
    try begin(.unfinished, with: copy.record, copy.master, since: moment)
  }

  /// Unlocks, without its password, a keychain that `create(from:since:)` made from the same copy and whose restore is not
  /// finished. Any other keychain may hold items that are not in the backup, so only its password unlocks it.
  func resume(from copy: Copy, since moment: Moment) throws(PasswordRecord.Defect) {
    // On any error, assume that the restore is finished, so that the password is needed.
    guard (try? folder.status(of: mark)) != nil else { throw .locked }
    try state.withLock { state throws(PasswordRecord.Defect) in
      guard state.record == copy.record, state.unlock(copy.master, since: moment.locks, clock) == .unlocked else {
        throw .locked
      }
    }
    watchDeadline()
  }

  /// Ends a restore: from now on only the password unlocks the keychain. May be called more than once.
  func finish() throws(PasswordRecord.Defect) {
    do throws(SystemError) { try folder.unlink(mark) } catch {
      guard error.code == ENOENT else { throw .system }
    }
    // Synced even if the file was gone already: an earlier call may have been interrupted before its sync, and a power cut
    // would bring the file back.
    do { try folder.sync() } catch { throw .system }
  }

  /// The record and master key, for a backup; nil while the keychain is locked.
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
        // Removes the mark of an earlier restore that did not create the keychain.
        case .whole: try finish()
        }
        try write(record.encoded)
      } catch { throw .system }
      state.record = record
      _ = state.unlock(kept, since: moment.locks, clock)
    }
    watchDeadline()
  }

  /// Unlocks the keychain with its password, unless it was locked since `moment`. This also ends an interrupted restore.
  func unlock(_ password: borrowing SecretBytes, since moment: Moment) throws(PasswordRecord.Defect) {
    guard let record = state.withLock({ $0.record }) else { throw .damaged }
    let master = SecretData(try record.open(password))
    // The restore ends before the keychain is unlocked, so that `resume` never opens items that were added later.
    try finish()
    try state.withLock { state throws(PasswordRecord.Defect) in
      guard state.record == record, state.unlock(master, since: moment.locks, clock) == .unlocked else {
        throw .locked
      }
    }
    watchDeadline()
  }

  /// Wraps the same master key with another password. A locked keychain stays locked, an unlocked one unlocked.
  package func change(
    _ old: borrowing SecretBytes, to new: borrowing SecretBytes
  ) throws(PasswordRecord.Defect) {
    guard let record = state.withLock({ $0.record }) else { throw .damaged }
    let master = try record.open(old)
    let changed: PasswordRecord
    do { changed = try PasswordRecord(master, new, cost) } catch { throw .system }
    try state.withLock { state throws(PasswordRecord.Defect) in
      // Of two changes at the same time the first one counts; for the second, the old password is wrong by now.
      guard state.record == record else { throw .wrongPassword }
      do { try write(changed.encoded) } catch { throw .system }
      state.record = changed
    }
  }

  package func lock() { state.withLock { $0.lock() } }

  /// Locks the keychain if it is time to. Returns when to call this again.
  func expire() -> BootInstant? { state.withLock { $0.expire(clock) } }

  /// Sets the timer to the moment at which this keychain locks.
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
