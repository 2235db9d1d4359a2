// SPDX-License-Identifier: Apache-2.0

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
  package static let size = 32

  package static func hash(_ message: Span<UInt8>) -> [UInt8] { DigestAlgorithm.sha256.hash(message) }
}
