// SPDX-License-Identifier: Apache-2.0

/// The flags of authenticator data (WebAuthn Level 3, 6.1). Bits 1 and 5 are reserved and ignored.
package struct AuthenticatorFlags: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The flag UP: the person was present.
  package static let userPresent = AuthenticatorFlags(rawValue: 1 << 0)
  /// The flag UV: the person was verified.
  package static let userVerified = AuthenticatorFlags(rawValue: 1 << 2)
  /// BE: the credential may leave the device that made it. It never changes.
  package static let backupEligible = AuthenticatorFlags(rawValue: 1 << 3)
  /// BS: the credential is somewhere else too by now.
  package static let backedUp = AuthenticatorFlags(rawValue: 1 << 4)
  /// AT.
  package static let attestedCredential = AuthenticatorFlags(rawValue: 1 << 6)
  /// The flag ED: extension data follows.
  package static let extensions = AuthenticatorFlags(rawValue: 1 << 7)
}
