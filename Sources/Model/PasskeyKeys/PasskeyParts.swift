// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// The layout of the private parts of a passkey, one after the other: the scalar, the seed of the `prf` function with
/// user verification, and the seed without it.
package enum PasskeyParts {
  package static let partSize = 32
  package static let size = 3 * partSize
  package static let scalar = 0..<partSize
  package static let verifiedSeed = partSize..<2 * partSize
  package static let presentSeed = 2 * partSize..<size

  /// The three as one. Nil unless each has its size.
  package static func joined(
    scalar: borrowing SecretBytes, verifiedSeed: borrowing SecretBytes, presentSeed: borrowing SecretBytes
  ) -> SecretBytes? {
    guard scalar.count == partSize, verifiedSeed.count == partSize, presentSeed.count == partSize else { return nil }
    var parts = SecretBytes(count: size) { _ in }
    scalar.withBytes { parts.copy($0, at: Self.scalar.lowerBound) }
    verifiedSeed.withBytes { parts.copy($0, at: Self.verifiedSeed.lowerBound) }
    presentSeed.withBytes { parts.copy($0, at: Self.presentSeed.lowerBound) }
    return parts
  }
}
