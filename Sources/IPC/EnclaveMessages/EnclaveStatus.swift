// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// What anyone connected may know.
package struct EnclaveStatus: Sendable, Equatable {
  package var state: LockState
  package var passcode: PasscodeState
  package var root: RootKind
  /// Counts the locks since the enclave started.
  package var epoch: UInt64
  /// Wrong passcodes since the last right one.
  package var failures: UInt32
  /// Until the next passcode is looked at.
  package var waitSeconds: UInt32
  package var tenthFailure: TenthFailure
  /// The classes whose keys unwrap at this moment: fewer than the state permits while a lock is under way.
  package var open: Set<KeyClass>

  package init(
    state: LockState, passcode: PasscodeState, root: RootKind, epoch: UInt64, failures: UInt32, waitSeconds: UInt32,
    tenthFailure: TenthFailure, open: Set<KeyClass>
  ) {
    self.state = state
    self.passcode = passcode
    self.root = root
    self.epoch = epoch
    self.failures = failures
    self.waitSeconds = waitSeconds
    self.tenthFailure = tenthFailure
    self.open = open
  }
}

package enum PasscodeState: UInt8, Sendable, CaseIterable {
  case notSet = 0
  case set = 1
}

/// What guards the root key.
package enum RootKind: UInt8, Sendable, CaseIterable {
  case tpm = 1
  /// A file: no hardware root.
  case file = 2
}

/// What the tenth wrong passcode does.
package enum TenthFailure: UInt8, Sendable, CaseIterable {
  case waits = 0
  case erases = 1
}
