// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// The status that anyone connected may know.
package struct EnclaveStatus: Sendable, Equatable {
  package var state: LockState
  package var passcode: PasscodeState
  package var root: RootKind
  /// Counts the locks since the enclave started.
  package var epoch: UInt64
  /// The number of wrong passcodes since the last right one.
  package var failures: UInt32
  /// The seconds until the next passcode is looked at.
  package var waitSeconds: UInt32
  /// The settings that are in force.
  package var settings: LockSettings
  /// The settings as the owner has chosen them.
  package var chosenSettings: LockSettings
  /// The text file's limits for them: what would make them looser is ignored.
  package var limits: LockLimits
  /// Files that lost changes to the latest lock.
  package var lost: UInt32
  /// The classes whose keys unwrap at this moment: fewer than the state permits while a lock is under way.
  package var open: Set<KeyClass>
  /// The key holders that have not given up yet what a lock takes away; the state is `grace` until then.
  package var awaited: KeyHolders

  /// The kind of memory for the enclave's keys, which is never swapped out.
  package var keyPages: KeyPages
  package var workingMemory: WorkingMemory
  package var keyFiles: KeyFiles
  /// The strength of the passcode, once it has been given since the start.
  package var verdict: PasscodeStrength.Verdict
  /// The cost of a try of a passcode.
  package var stretching: StretchingCost

  package init(
    state: LockState, passcode: PasscodeState, root: RootKind, epoch: UInt64, failures: UInt32, waitSeconds: UInt32,
    lost: UInt32, settings: LockSettings, chosenSettings: LockSettings, limits: LockLimits, open: Set<KeyClass>,
    awaited: KeyHolders,
    keyPages: KeyPages, workingMemory: WorkingMemory, keyFiles: KeyFiles,
    verdict: PasscodeStrength.Verdict, stretching: StretchingCost
  ) {
    self.state = state
    self.passcode = passcode
    self.root = root
    self.epoch = epoch
    self.failures = failures
    self.waitSeconds = waitSeconds
    self.lost = lost
    self.settings = settings
    self.chosenSettings = chosenSettings
    self.limits = limits
    self.open = open
    self.awaited = awaited
    self.keyPages = keyPages
    self.workingMemory = workingMemory
    self.keyFiles = keyFiles
    self.verdict = verdict
    self.stretching = stretching
  }
}

/// The two copies of what opens everything.
package enum KeyFiles: UInt8, Sendable, CaseIterable {
  case whole = 1
  /// The disk does not read one copy of a file back: the other is all there is.
  case oneCopyUnreadable = 2
}

package enum KeyPages: UInt8, Sendable, CaseIterable {
  /// The memory is out of reach of all other processes, root's too.
  case secret = 1
  case locked = 2
}

/// Stacks, and what libraries compute in, passcodes among it: wiped at once, and kept out of swap where the limit of
/// locked memory allows.
package enum WorkingMemory: UInt8, Sendable, CaseIterable {
  case locked = 1
  case swappable = 2
}

package enum PasscodeState: UInt8, Sendable, CaseIterable {
  case notSet = 0
  case set = 1
}

/// The means that guard the root key.
package enum RootKind: UInt8, Sendable, CaseIterable {
  case tpm = 1
  /// A file: no hardware root.
  case file = 2
}
