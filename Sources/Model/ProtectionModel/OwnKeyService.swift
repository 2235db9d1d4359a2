// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// The secrets that the enclave keeps sealed for itself, and never gives to others.
package enum OwnKeyUse: UInt8, Sendable, CaseIterable {
  case enclaveKey = 1
  case passkey = 2
  case appAttest = 3
}

/// Class keys as the enclave uses them for its own private keys.
///
/// Whoever may use a class asks for `unwrap` and `rewrap` of `ClassKeyService`, and stores the wrapped keys of the enclave's own.
/// So these are wrapped with another key for each use, and open here alone.
package protocol OwnKeyService: ClassKeyService {
  /// A new random 32-byte key, of a class of the keychain.
  func makeKey(_ keyClass: KeyClass, for use: OwnKeyUse) throws(ClassKeyError) -> NewKey
  /// `damaged` for what was wrapped for another use, or for others.
  func unwrap(_ wrapped: WrappedKey, for use: OwnKeyUse) throws(ClassKeyError) -> SecretBytes
}
