// SPDX-License-Identifier: Apache-2.0
import Clocks
package import CryptoPrimitives
package import ProtectionModel
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
  /// The limits of the text file: they make the owner's lock settings stricter, and never looser.
  package var limits: LockLimits
  let clock: BootClock
  var record: KeybagRecord
  private var file: TwoSlotRecord
  var effaceable: TwoSlotRecord
  /// The key of this device; nil once everything is erased.
  private(set) var deviceKey: SharedSecret?
  /// The strength of the passcode once it has been given: in memory alone, so that no copy of the disk tells which one
  /// is short.
  package internal(set) var verdict = PasscodeStrength.Verdict.unknown
  /// The time from which the next passcode may be tried.
  var notBefore: BootInstant?

  init(
    _ environment: KeybagEnvironment, record: KeybagRecord, file: consuming TwoSlotRecord,
    effaceable: consuming TwoSlotRecord, deviceKey: SharedSecret
  ) {
    root = environment.root
    limits = environment.limits
    clock = environment.clock
    self.record = record
    self.file = file
    self.effaceable = effaceable
    self.deviceKey = deviceKey
  }

  package var passcode: PasscodePresence { record.passcode == .set ? .set : .notSet }

  /// The parameters of stretching, which set the cost of a try.
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

  /// Overwrites the effaceable key with a mark. No other key can be opened without it, so all data is unreadable from then
  /// on.
  ///
  /// The first durable write of the mark decides: if the rest is interrupted, the next start finds the mark and goes on.
  /// The other files are wiped as far as the disk allows, because they open nothing without the effaceable key.
  package func erase() throws(KeybagError) {
    let outcome = try effaceable.supersede(with: EffaceableKey.erased.encoded())
    close()
    let rootKeyIsGone = (try? root.destroy()) != nil
    try? file.wipe()
    // An old copy of the effaceable key that could not be overwritten opens nothing without the root key. It is reported
    // only if the root key is still there.
    if !rootKeyIsGone { try outcome.report() }
  }

  /// Wipes every key in memory, because the process ends.
  package func close() {
    classKeys.eraseAll()
    deviceKey = nil
  }

  // MARK: - For the extensions

  /// Stores a record and uses it from now on.
  func commit(_ next: KeybagRecord) throws(KeybagError) -> CommitOutcome {
    guard let contents = try? next.encoded() else { preconditionFailure("a record always fits") }
    let outcome = try file.store(contents)
    record = next
    return outcome
  }

  /// Tells `classKeys` which classes exist, and loads those that only the device guards.
  func publish() throws(KeybagError) {
    classKeys.begin(
      existing: Set(record.classKeys.keys), publicKey: record.classKeys[.fileCompleteUnlessOpen]?.publicKey ?? [])
    classKeys.load(try deviceGuardedKeys())
  }

  func deviceGuardedKeys() throws(KeybagError) -> [KeyClass: SharedSecret] {
    guard let deviceKey else { throw .erased }
    return try record.open(.device, with: deviceKey.secret)
  }

  /// Reports an error of the library as damage: the record was authentic, so its contents cannot be those of a keybag.
  func mapping<Result: ~Copyable>(_ body: () throws(CryptoError) -> Result) throws(KeybagError) -> Result {
    do { return try body() } catch { throw .damaged }
  }
}
