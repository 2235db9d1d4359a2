// SPDX-License-Identifier: Apache-2.0

/// What the enclave says of one state of the register of apps: its number, and the code that binds the two together.
package struct RegisterSeal: Sendable, Equatable {
  /// Bytes of the digest of a register, and of a code.
  package static let size = 32

  /// Grows with every seal.
  package let number: UInt64
  package let code: [UInt8]

  package init?(number: UInt64, code: [UInt8]) {
    guard number > 0, code.count == Self.size else { return nil }
    self.number = number
    self.code = code
  }
}
