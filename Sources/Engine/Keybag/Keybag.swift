// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
import LinuxSystem
import ProtectionModel
import RootKey
package import SecretMemory
import WireFormat

/// The class keys of one instance, wrapped on the disk, and the passcode that guards them.
///
/// Changing the passcode wraps the class keys anew and nothing else: files keep their keys. Every change is atomic and
/// durable when it returns (`TwoSlotRecord`). For one thread; `classKeys` may be used from any.
package final class Keybag {
  package let classKeys = ClassKeys()

  let root: any RootKeyProvider
  let policy: AttemptPolicy
  let clock: BootClock
  var record: KeybagRecord
  private var file: TwoSlotRecord
  var effaceable: TwoSlotRecord
  /// Nil once everything is erased.
  private(set) var deviceKey: SharedSecret?
  /// When the next passcode may be tried.
  var notBefore: BootInstant?

  init(
    _ environment: KeybagEnvironment, record: KeybagRecord, file: consuming TwoSlotRecord,
    effaceable: consuming TwoSlotRecord, deviceKey: SharedSecret
  ) {
    root = environment.root
    policy = environment.policy
    clock = environment.clock
    self.record = record
    self.file = file
    self.effaceable = effaceable
    self.deviceKey = deviceKey
  }

  package var passcode: PasscodePresence { record.passcode == .set ? .set : .notSet }

  /// What a try of the passcode costs.
  package var stretching: Argon2id.Parameters { record.stretching }

  package enum PasscodePresence: Sendable { case notSet, set }

  /// 64 bytes for names and headers, the same in every lock state.
  package func volumeKey() throws(KeybagError) -> SecretBytes {
    guard let deviceKey else { throw .erased }
    let wrapped = record.volumeKey
    return try mapping { () throws(CryptoError) in try AESKeyWrap.unwrap(wrapped.span, with: deviceKey.secret) }
  }

  /// Whether both copies of both files could be read, or have been written since.
  package var copies: Copies { file.unreadable == nil && effaceable.unreadable == nil ? .whole : .oneUnreadable }

  package enum Copies: Sendable { case whole, oneUnreadable }

  package enum Condition: Sendable { case alive, erased }

  package var condition: Condition { deviceKey == nil ? .erased : .alive }

  /// Puts a mark in the place of the effaceable key, and with that every key there is is gone: from here on all data is
  /// unreadable.
  ///
  /// The first write of the mark decides: whatever stops the rest, the next start finds the mark and goes on. What
  /// remains is removed as far as the disk allows: it opens nothing any more.
  package func erase() throws(KeybagError) {
    let outcome = try effaceable.supersede(with: EffaceableKey.erased.encoded())
    close()
    let rootKeyIsGone = (try? root.destroy()) != nil
    try? file.wipe()
    // Without the root key, a copy of the effaceable key that the disk did not let go opens nothing.
    if !rootKeyIsGone { try outcome.report() }
  }

  /// Wipes every key in memory, because the process ends.
  package func close() {
    classKeys.eraseAll()
    deviceKey = nil
  }

  // MARK: - For the extensions

  /// Makes a record the one in force.
  func commit(_ next: KeybagRecord) throws(KeybagError) -> CommitOutcome {
    guard let contents = try? next.encoded() else { preconditionFailure("a record always fits") }
    let outcome = try file.store(contents)
    record = next
    return outcome
  }

  /// Tells the class keys which there are, and gives them those that nothing but the device guards.
  func publish() throws(KeybagError) {
    classKeys.begin(
      existing: Set(record.classKeys.keys), publicKey: record.classKeys[.fileCompleteUnlessOpen]?.publicKey ?? [])
    classKeys.load(try deviceGuardedKeys())
  }

  func deviceGuardedKeys() throws(KeybagError) -> [KeyClass: SharedSecret] {
    guard let deviceKey else { throw .erased }
    return try record.open(.device, with: deviceKey.secret)
  }

  /// Errors of the library can only mean that what is on the disk, though authentic, is no keybag.
  func mapping<Result: ~Copyable>(_ body: () throws(CryptoError) -> Result) throws(KeybagError) -> Result {
    do { return try body() } catch { throw .damaged }
  }
}
