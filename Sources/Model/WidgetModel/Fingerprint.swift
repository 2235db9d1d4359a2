// SPDX-License-Identifier: Apache-2.0

/// A short name for bytes: FNV-1a, 64 bits. Two that are alike cost a picture, and tell nothing.
package enum Fingerprint {
  package static func text(of bytes: [UInt8]) -> String {
    let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
