// SPDX-License-Identifier: Apache-2.0

/// The two bits of a team about a machine. Each function is one transaction.
package protocol DeviceBitsStore: Sendable {
  /// The bits that a team set; nil where it never set them.
  func deviceBits(ofTeam team: String, on endorsement: [UInt8]) throws(IdentityStoreError) -> DeviceBits?
  /// The later of two counts.
  func set(_ bits: DeviceBits, ofTeam team: String, on endorsement: [UInt8]) throws(IdentityStoreError)
}

/// What a team remembers about a machine, whatever becomes of the app on it.
package struct DeviceBits: Sendable, Equatable {
  package let bit0: Bool
  package let bit1: Bool
  /// The month in which they were set, `YYYY-MM`: no finer time is kept.
  package let month: String

  package init(bit0: Bool, bit1: Bool, month: String) {
    (self.bit0, self.bit1, self.month) = (bit0, bit1, month)
  }
}
