// SPDX-License-Identifier: Apache-2.0

/// The settings of locking that the owner decides.
package struct LockSettings: Sendable, Equatable {
  /// How long after a lock the files of class `complete` stay readable.
  package var graceSeconds: UInt16
  package var tenthFailure: TenthFailure

  package static let longestGrace: UInt16 = 3600
  /// The settings until the owner decides.
  package static let standard = LockSettings(graceSeconds: 10, .waits)

  package init(graceSeconds: UInt16, _ tenthFailure: TenthFailure) {
    self.graceSeconds = graceSeconds
    self.tenthFailure = tenthFailure
  }

  package var graceMilliseconds: UInt64 { UInt64(graceSeconds) * 1000 }

  /// The operation of the owner that replaces `current` by these settings. What the tenth wrong passcode does is for
  /// the owner to decide either way: to wait is weaker against who guesses, and to erase against who destroys.
  package func operation(after current: LockSettings) -> OwnerOperation {
    graceSeconds <= current.graceSeconds && tenthFailure == current.tenthFailure ? .tightenLocking : .loosenLocking
  }

  /// The settings in force where a text file, which any program of the same user can write, asks for less.
  package func restricted(by limits: LockLimits) -> LockSettings {
    LockSettings(
      graceSeconds: min(graceSeconds, limits.graceSeconds ?? graceSeconds),
      limits.tenthFailure == .erases ? .erases : tenthFailure)
  }
}

/// The limits of the text file `config` about locking. It can only make the owner's settings stricter.
package struct LockLimits: Sendable, Equatable {
  /// The grace period in seconds; nil: the settings say nothing of it.
  package var graceSeconds: UInt16?
  package var tenthFailure: TenthFailure?

  package init(graceSeconds: UInt16? = nil, tenthFailure: TenthFailure? = nil) {
    self.graceSeconds = graceSeconds
    self.tenthFailure = tenthFailure
  }
}

/// The consequence of the tenth wrong passcode.
package enum TenthFailure: UInt8, Sendable, CaseIterable {
  case waits = 0
  case erases = 1
}
