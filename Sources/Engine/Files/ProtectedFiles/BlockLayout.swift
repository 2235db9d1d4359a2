// SPDX-License-Identifier: Apache-2.0

/// The layout of contents in a backing file: a header area of 512 bytes, then blocks of nonce, ciphertext and tag.
///
/// All blocks but the last hold 4096 bytes of plaintext; the last holds at least one. Pure arithmetic, total for
/// every size a file can have.
package enum BlockLayout {
  package static let headerArea = 512
  package static let plainBlock = 4096
  package static let nonceSize = 12
  package static let tagSize = 16
  package static let overhead = nonceSize + tagSize
  package static let sealedBlock = plainBlock + overhead
  /// The maximum size of a file: above this, sums of offsets could exceed 63 bits. File systems allow much less.
  package static let largestSize = 1 << 60
  /// How many blocks a file of that size would have.
  static let maximumBlocks = largestSize / plainBlock

  /// How many bytes a program sees in a backing file of this size. A rest that is too short for a block counts as
  /// nothing.
  package static func plainSize(ofBacking size: Int) -> Int {
    guard size > headerArea else { return 0 }
    let (full, rest) = (size - headerArea).quotientAndRemainder(dividingBy: sealedBlock)
    return full * plainBlock + max(rest - overhead, 0)
  }

  /// The size of the backing file for so many bytes of plaintext, which may not exceed `largestSize`.
  package static func backingSize(ofPlain size: Int) -> Int {
    let (full, rest) = size.quotientAndRemainder(dividingBy: plainBlock)
    return headerArea + full * sealedBlock + (rest > 0 ? rest + overhead : 0)
  }

  package static func offset(ofBlock index: Int) -> Int { headerArea + index * sealedBlock }

  /// The blocks that so many sealed bytes from the beginning of one on belong to.
  static func blocks(from first: Int, sealedBytes count: Int) -> Range<Int> {
    first..<first + (count + sealedBlock - 1) / sealedBlock
  }

  package static func block(at offset: Int) -> Int { offset / plainBlock }

  /// The plaintext bytes a block has in a file of this size: 0 beyond its end.
  package static func plainCount(ofBlock index: Int, inFileOf size: Int) -> Int {
    min(max(size - index * plainBlock, 0), plainBlock)
  }

  /// The number of blocks of a file of this size.
  package static func blockCount(ofPlain size: Int) -> Int { (size + plainBlock - 1) / plainBlock }
}
