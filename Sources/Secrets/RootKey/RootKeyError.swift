// SPDX-License-Identifier: Apache-2.0
package import SystemCalls
package import TrustedPlatformModule

/// Why a root key could not be opened or used.
package enum RootKeyError: Error, Equatable, Sendable {
  /// Others may read or write the file, or it is not a regular file of this user.
  case exposed(mode: UInt32, owner: UInt32)
  /// The file holds nothing: no key was made yet, or it was destroyed.
  case blank
  /// The file holds no key that is whole.
  case damaged
  /// The file holds a key that is guarded in another way than was asked for.
  case otherKind(RootKeyKind)
  /// The key was sealed by another TPM, or this one has been cleared since.
  case otherMachine
  /// The key has been destroyed.
  case destroyed
  case storage(SystemError)
  case tpm(TPMError)
}
