// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
package import SecretMemory

/// The stored form of a password: salt, cost and the result of Argon2id (RFC 9106).
package struct AccountPassword: Sendable, Equatable {
  private let salt: [UInt8]
  private let parameters: Argon2id.Parameters
  private let digest: [UInt8]

  package static let lengths = 8...256

  package init(
    of password: borrowing SecretBytes, _ parameters: Argon2id.Parameters = .recommended
  ) throws(CryptoError) {
    let salt = SystemRandom.bytes(16)
    digest = try Self.digest(password, salt, parameters)
    (self.salt, self.parameters) = (salt, parameters)
  }

  /// Takes as long for the wrong password as for the right one.
  package func isRight(_ password: borrowing SecretBytes) -> Bool {
    guard let other = try? Self.digest(password, salt, parameters) else { return false }
    return equalInConstantTime(other.span, digest.span)
  }

  private static func digest(
    _ password: borrowing SecretBytes, _ salt: [UInt8], _ parameters: Argon2id.Parameters
  ) throws(CryptoError) -> [UInt8] {
    try Argon2id.derive(from: password, salt: salt.span, parameters: parameters).withBytes { bytes in
      bytes.indices.map { bytes[$0] }
    }
  }

  // MARK: - As bytes

  private static let version: UInt8 = 1

  /// The encoded password: version, memory in KiB and passes (4 bytes each, the highest first), lanes (1), salt (16),
  /// digest (32).
  package var bytes: [UInt8] {
    [Self.version] + Self.bytes(parameters.memoryKiB) + Self.bytes(parameters.passes) + [UInt8(parameters.lanes)]
      + salt + digest
  }

  /// Reads a stored password; nil for what is no record of one.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == 58, bytes[0] == Self.version,
      let parameters = Argon2id.Parameters(
        memoryKiB: Self.number(bytes[1..<5]), passes: Self.number(bytes[5..<9]), lanes: UInt32(bytes[9]))
    else { return nil }
    self.parameters = parameters
    (salt, digest) = (Array(bytes[10..<26]), Array(bytes[26..<58]))
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
}
