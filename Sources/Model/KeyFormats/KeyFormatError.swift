// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
package import DERCoding

/// Why bytes are not a key.
package enum KeyFormatError: Error, Equatable, Sendable {
  case encoding(DERError)
  case key(CryptoError)
  /// An algorithm, a curve or a version Bailey has no key for.
  case unsupported
}

/// Runs a body and turns its errors into a `KeyFormatError`.
func formatting<Result: ~Copyable>(
  _ body: () throws(DERError) -> Result
) throws(KeyFormatError) -> Result {
  do { return try body() } catch { throw .encoding(error) }
}

func making<Result: ~Copyable>(_ body: () throws(CryptoError) -> Result) throws(KeyFormatError) -> Result {
  do { return try body() } catch { throw .key(error) }
}
