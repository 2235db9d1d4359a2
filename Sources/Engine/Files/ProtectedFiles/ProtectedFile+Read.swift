// SPDX-License-Identifier: Apache-2.0
import SystemCalls

// MARK: - Reading

extension ProtectedFile {
  /// Decrypts the blocks of a range into the workspace, and returns where in it the bytes are: fewer at the end of the
  /// file.
  package borrowing func read(
    _ count: Int, at offset: Int, key: FileKey, in workspace: inout ContentWorkspace
  ) throws(FileFormatError) -> Range<Int> {
    precondition(offset >= 0 && count >= 0 && count <= ContentWorkspace.largestRequest, "a request has a limit")
    guard offset < size, count > 0 else { return 0..<0 }
    let end = offset + min(count, size - offset)
    let first = BlockLayout.block(at: offset)
    let last = BlockLayout.block(at: end - 1)
    try workspace.clear.begin(id, key: key)
    defer { workspace.clear.end() }
    for run in stride(from: first, through: last, by: ContentWorkspace.blocksPerRun) {
      try open(run...min(run + ContentWorkspace.blocksPerRun - 1, last), startingAt: first, in: &workspace)
    }
    let start = first * BlockLayout.plainBlock
    return offset - start..<end - start
  }

  private borrowing func open(
    _ blocks: ClosedRange<Int>, startingAt origin: Int, in workspace: inout ContentWorkspace
  ) throws(FileFormatError) {
    let plainStart = (blocks.lowerBound - origin) * BlockLayout.plainBlock
    let lastCount = BlockLayout.plainCount(ofBlock: blocks.upperBound, inFileOf: size)
    let sealedCount = (blocks.count - 1) * BlockLayout.sealedBlock + lastCount + BlockLayout.overhead
    let present = try workspace.incoming.withMutableBytes { (incoming) throws(FileFormatError) in
      var target = incoming._mutatingExtracting(first: sealedCount)
      return try load(blocks.lowerBound, into: &target)
    }
    for block in blocks {
      let index = block - blocks.lowerBound
      let count = BlockLayout.plainCount(ofBlock: block, inFileOf: size)
      let sealed = index * BlockLayout.sealedBlock..<index * BlockLayout.sealedBlock + count + BlockLayout.overhead
      let plain = plainStart + index * BlockLayout.plainBlock
      guard sealed.upperBound <= present else { throw .damagedBlock(block) }
      try workspace.open(block, sealed, into: plain..<plain + count, holes: holes(at: block))
    }
  }

  /// Reads sealed bytes from where a block lies on; says how many there were.
  borrowing func load(_ block: Int, into target: inout MutableSpan<UInt8>) throws(FileFormatError) -> Int {
    return try descriptor.call { (file) throws(SystemError) in
      try file.read(into: &target, at: BlockLayout.offset(ofBlock: block))
    }
  }

  func holes(at block: Int) -> Holes { holes.reading(block) }
}

/// The way in which a block of zero bytes is read.
enum Holes { case readAsZeros, areDamage }

extension HoleRanges {
  func reading(_ block: Int) -> Holes { contains(block) ? .readAsZeros : .areDamage }
}

extension ContentWorkspace {
  fileprivate func open(
    _ block: Int, _ sealed: Range<Int>, into target: Range<Int>, holes: Holes
  ) throws(FileFormatError) {
    try incoming.withBytes { (incoming) throws(FileFormatError) in
      try clear.open(block, incoming.extracting(sealed), into: target, holes: holes)
    }
  }
}

extension BlockCipher {
  /// The same for a block that may never have been written.
  mutating func open(
    _ block: Int, _ sealed: Span<UInt8>, into plain: inout MutableSpan<UInt8>, holes: Holes
  ) throws(FileFormatError) {
    if holes == .readAsZeros && sealed.isZero {
      plain.clear(0..<plain.count)
    } else {
      try open(block, sealed, into: &plain)
    }
  }
}
