// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// Why a primitive did not do what was asked.
package enum CryptoError: Error, Equatable, Sendable {
  /// The tag, the integrity value or the key does not fit the bytes: the bytes were changed, or are of another key.
  case authenticationFailed
  /// A key, nonce, input or output has a length the primitive does not take.
  case invalidLength
  /// The public key of the other side is not one to agree a key with.
  case invalidPublicKey
  /// Bytes or numbers that are no private key, or whose parts do not belong together.
  case invalidPrivateKey
  /// The library refused for a reason of its own: its error code.
  case library(UInt)

  /// The library's latest error on this thread; its queue is left empty.
  package static func fromLibrary() -> CryptoError {
    let code = ERR_get_error()
    ERR_clear_error()
    return .library(UInt(code))
  }
}
