// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// The owner's settings of locking lie in the keybag: nobody but the enclave can write one there, and who puts an older keybag
/// back gets its passcode along with its settings.
extension Keybag {
  /// The lock settings that apply: the owner's, or those of the text file where they are stricter.
  package var settings: LockSettings { record.settings.restricted(by: limits) }

  package var chosenSettings: LockSettings { record.settings }

  /// Chooses settings for a request without a passcode: the caller has seen that none is wanted.
  package func choose(_ settings: LockSettings) throws(KeybagError) {
    try commit(choosing(settings)).report()
  }

  /// Chooses settings with the passcode, where one is wanted.
  package func choose(_ settings: LockSettings, by passcode: StretchedPasscode) throws(KeybagError) {
    _ = try attempt(passcode)
    try forgivingFailures { () throws(KeybagError) in try commit(choosing(settings)) }.report()
  }

  private func choosing(_ settings: LockSettings) -> KeybagRecord {
    var next = record
    next.settings = settings
    return next
  }

  /// Erases everything, for the owner.
  package func erase(by passcode: StretchedPasscode) throws(KeybagError) {
    _ = try attempt(passcode)
    do {
      try erase()
    } catch {
      // The passcode was right: a disk that refuses must not make its owner wait. May fail: then they wait.
      if condition == .alive { _ = try? commit(record) }
      throw error
    }
  }
}
