// SPDX-License-Identifier: Apache-2.0

/// The means that guard a root key.
package enum RootKeyKind: UInt8, Sendable, CaseIterable {
  /// A key that is sealed by a TPM: the file is worth nothing without this machine.
  case tpm = 1
  /// The key is a file that only this user may read: whoever copies the disk has the key.
  case file = 2
}
