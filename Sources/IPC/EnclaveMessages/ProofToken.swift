// SPDX-License-Identifier: Apache-2.0

/// What a passcode is proved for: random bytes that the enclave compares and does not interpret.
package struct ProofToken: Sendable, Hashable {
  package static let size = 16
  package let bytes: [UInt8]

  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }
}
