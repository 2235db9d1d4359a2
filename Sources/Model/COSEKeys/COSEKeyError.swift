// SPDX-License-Identifier: Apache-2.0
package import CBORCoding

/// Why a COSE key is not one that signatures are verified with.
package enum COSEKeyError: Error, Equatable, Sendable {
  case encoding(CBORError)
  /// The key is no map, or a parameter that must be there is missing or of another type.
  case parameter(Int)
  /// A parameter that WebAuthn does not allow in a credential's key (Level 3, 6.5.1.1).
  case unexpectedParameter(Int)
  /// An algorithm that is not verified, by number and, where it is registered, by name.
  case unsupportedAlgorithm(Int, name: String?)
  /// The kind of key or its curve is not the one of its algorithm.
  case wrongKind
  /// A point that is not on the curve, or a modulus of a size that is not allowed.
  case invalidKey
}
