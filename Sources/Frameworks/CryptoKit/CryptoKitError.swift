// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

/// The failure of a cryptographic operation.
///
/// https://developer.apple.com/documentation/cryptokit/cryptokiterror
public enum CryptoKitError: Error {
  /// The key has a size the algorithm does not take.
  case incorrectKeySize
  /// A parameter has a size the algorithm does not take.
  case incorrectParameterSize
  /// The tag or signature does not belong to the data.
  case authenticationFailure
  /// The cryptographic library failed; its own code.
  case underlyingCoreCryptoError(error: Int32)
  /// A key could not be wrapped.
  case wrapFailure
  /// A key could not be unwrapped.
  case unwrapFailure
  /// A parameter has no meaning for the algorithm.
  case invalidParameter

  init(_ error: CryptoError) {
    self =
      switch error {
      case .authenticationFailed: .authenticationFailure
      case .invalidLength: .incorrectParameterSize
      case .invalidPublicKey, .invalidPrivateKey: .invalidParameter
      case .library(let code): .underlyingCoreCryptoError(error: Int32(truncatingIfNeeded: code))
      }
  }
}

extension CryptoKitError: Equatable {}

/// Runs a primitive and gives its error Apple's name.
func primitive<Result: ~Copyable>(_ body: () throws(CryptoError) -> Result) throws(CryptoKitError) -> Result {
  do { return try body() } catch { throw CryptoKitError(error) }
}
