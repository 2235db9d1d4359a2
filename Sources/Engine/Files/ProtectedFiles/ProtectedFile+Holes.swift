// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls

// MARK: - Space

/// The effect of an allocation on the size of the file.
package enum SizeRule: Sendable { case keep, extend }

extension ProtectedFile {
  /// Makes a range read as zeros and gives its space back. The size stays.
  package mutating func punchHole(
    _ range: Range<Int>, key: FileKey, in workspace: inout ContentWorkspace
  ) throws(FileFormatError) {
    try requireWhole()
    let range = range.clamped(to: 0..<size)
    guard !range.isEmpty else { return }
    let first = BlockLayout.blockCount(ofPlain: range.lowerBound)
    let end = range.upperBound == size ? BlockLayout.blockCount(ofPlain: size) : BlockLayout.block(at: range.upperBound)
    guard first < end else { return try zero(range, key: key, in: &workspace) }
    try zero(range.lowerBound..<first * BlockLayout.plainBlock, key: key, in: &workspace)
    if end * BlockLayout.plainBlock < range.upperBound {
      try zero(end * BlockLayout.plainBlock..<range.upperBound, key: key, in: &workspace)
    }
    if !record.holes.contains(first..<end) { try unsettle(holes: first..<end) }
    holes.insert(first..<end)
    let offset = BlockLayout.offset(ofBlock: first)
    let backingEnd = min(BlockLayout.offset(ofBlock: end), BlockLayout.backingSize(ofPlain: size))
    try allocateBacking(AllocationMode.punchHole | AllocationMode.keepSize, offset..<backingEnd)
  }

  /// Makes a range read as zeros; the file grows to its end if asked for.
  package mutating func zeroRange(
    _ range: Range<Int>, _ rule: SizeRule, key: FileKey, in workspace: inout ContentWorkspace
  ) throws(FileFormatError) {
    try punchHole(range, key: key, in: &workspace)
    if rule == .extend && range.upperBound > size {
      try truncate(to: range.upperBound, key: key, in: &workspace)
    }
  }

  /// Reserves space, so that writing there does not run out of it. Reserved blocks read as zeros.
  package mutating func allocate(
    _ range: Range<Int>, _ rule: SizeRule, key: FileKey, in workspace: inout ContentWorkspace
  ) throws(FileFormatError) {
    guard range.upperBound <= BlockLayout.largestSize else { throw .tooLarge }
    try requireWhole()
    let offset = BlockLayout.offset(ofBlock: BlockLayout.block(at: range.lowerBound))
    try allocateBacking(AllocationMode.keepSize, offset..<BlockLayout.backingSize(ofPlain: range.upperBound))
    if rule == .extend && range.upperBound > size {
      try truncate(to: range.upperBound, key: key, in: &workspace)
    }
  }

  /// The next offset at or after another that is in data, or in a hole; nil if there is none before the end.
  package borrowing func seek(_ target: SeekTarget, from offset: Int) throws(FileFormatError) -> Int? {
    guard offset >= 0, offset < size else { return nil }
    return target == .data ? try nextData(from: offset) : try nextHole(from: offset)
  }

  /// Writes zeros like any bytes, at most a block.
  private mutating func zero(
    _ range: Range<Int>, key: FileKey, in workspace: inout ContentWorkspace
  ) throws(FileFormatError) {
    let zeros = [UInt8](repeating: 0, count: BlockLayout.plainBlock)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let count = min(range.upperBound - offset, zeros.count)
      offset += try write(zeros.span.extracting(first: count), at: offset, key: key, in: &workspace)
    }
  }

  private borrowing func allocateBacking(_ mode: Int32, _ range: Range<Int>) throws(FileFormatError) {
    try descriptor.call { (file) throws(SystemError) in
      try file.allocate(mode: mode, offset: range.lowerBound, count: range.count)
    }
  }

  /// Undoes a write into a hole that stopped because the disk was full. If the rest of the block is zeros, as the rest
  /// of no sealed block is, the block becomes a hole again.
  func restoreHoles(_ first: Int, _ count: Int, in workspace: inout ContentWorkspace) {
    for block in BlockLayout.blocks(from: first, sealedBytes: count) where holes.contains(block) {
      let size = BlockLayout.plainCount(ofBlock: block, inFileOf: size) + BlockLayout.overhead
      let endsInZeros = workspace.replaced.withMutableBytes { bytes in
        var target = bytes._mutatingExtracting(first: size)
        guard (try? load(block, into: &target)) == size else { return false }
        return target.span.extracting(last: BlockLayout.tagSize).isZero
      }
      guard endsInZeros else { continue }
      let offset = BlockLayout.offset(ofBlock: block)
      try? allocateBacking(AllocationMode.punchHole | AllocationMode.keepSize, offset..<offset + size)
    }
  }

  /// The backing file system says where bytes are, in blocks of its own: one that has the header, or the end of a block
  /// of ours, has space for blocks that are holes.
  private borrowing func nextData(from offset: Int) throws(FileFormatError) -> Int? {
    guard !holes.isEmpty else { return offset }
    var block = BlockLayout.block(at: offset)
    let end = BlockLayout.blockCount(ofPlain: size)
    while block < end {
      guard let found = try seekBacking(.data, from: BlockLayout.offset(ofBlock: block)) else { return nil }
      block = max(block, (found - BlockLayout.headerArea) / BlockLayout.sealedBlock)
      if try !isHole(block) { return max(block * BlockLayout.plainBlock, offset) }
      block += 1
    }
    return nil
  }

  private borrowing func nextHole(from offset: Int) throws(FileFormatError) -> Int? {
    guard !holes.isEmpty else { return size }
    var block = BlockLayout.block(at: offset)
    let end = BlockLayout.blockCount(ofPlain: size)
    while block < end, try !isHole(block) {
      guard let hole = try seekBacking(.hole, from: BlockLayout.offset(ofBlock: block)) else { return size }
      block = max(block + 1, (hole - BlockLayout.headerArea) / BlockLayout.sealedBlock)
    }
    return min(max(block * BlockLayout.plainBlock, offset), size)
  }

  private borrowing func isHole(_ block: Int) throws(FileFormatError) -> Bool {
    guard holes.contains(block) else { return false }
    let start = BlockLayout.offset(ofBlock: block)
    let count = BlockLayout.plainCount(ofBlock: block, inFileOf: size) + BlockLayout.overhead
    guard let data = try seekBacking(.data, from: start), data < start + count else { return true }
    let sealed = try descriptor.call { (file) throws(SystemError) in try file.read(count: count, at: start) }
    return sealed.span.isZero
  }

  private borrowing func seekBacking(_ target: SeekTarget, from offset: Int) throws(FileFormatError) -> Int? {
    do {
      return try descriptor.seek(target, from: offset)
    } catch {
      if error.code == ENXIO { return nil }
      throw .system(error)
    }
  }
}
