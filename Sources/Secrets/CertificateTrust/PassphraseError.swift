// SPDX-License-Identifier: Apache-2.0

/// Why a file under a passphrase gives nothing, or cannot be made.
package enum PassphraseError: Error, Equatable, Sendable {
  /// The passphrase is wrong, or the file was changed.
  case wrongPassphrase
  /// The bytes are no such file, or its fields contradict each other.
  case malformed
  /// The file asks for more work than any honest one does.
  case tooExpensive
  /// The file is encrypted in a way the library does not know.
  case unsupported
}
