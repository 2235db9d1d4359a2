// SPDX-License-Identifier: Apache-2.0

/// Asks the person for the password of a file-based keychain. The program that wants an item is not told it.
package protocol KeychainPasswordSource: Sendable {
  func password(
    of keychain: KeychainName, _ occasion: KeychainPasswordOccasion, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> SecretData
}

package enum KeychainPasswordOccasion: Sendable {
  /// There is no keychain yet: the person chooses a password.
  case new
  case unlock
  /// The password given before was wrong.
  case again
}
