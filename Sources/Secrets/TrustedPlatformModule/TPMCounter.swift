// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

/// A counter in the TPM's own storage. It can be counted up and never down: even when it is removed and defined anew
/// it starts above every value a counter of this TPM has had (TPM 2.0 Library, part 3, section 31.8).
package struct TPMCounter: Sendable, Equatable {
  package let index: UInt32

  /// The owner's range of the TCG registry of handles.
  package static let indices: ClosedRange<UInt32> = 0x0180_0000...0x01BF_FFFF

  package init?(index: UInt32) {
    guard Self.indices.contains(index) else { return nil }
    self.index = index
  }

  static func atRandom() -> TPMCounter? {
    let random = SystemRandom.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return TPMCounter(index: indices.lowerBound + random % UInt32(indices.count))
  }
}
