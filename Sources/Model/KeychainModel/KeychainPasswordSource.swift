// SPDX-License-Identifier: Apache-2.0

/// Has the person asked for the password of a file-based keychain; the program that wants an item is not told it.
package protocol KeychainPasswordSource: Sendable {
  func password(
    of keychain: KeychainName, _ occasion: KeychainPasswordOccasion, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> SecretData
}

package enum KeychainPasswordOccasion: Sendable {
  /// There is no keychain yet: the person makes a password up.
  case new
  case unlock
  /// What was given before was not the password.
  case again
}
