// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

// MARK: - Writing

extension ProtectedFile {
  /// Seals bytes into the file and says how many it took: all, or those before the call to the kernel that failed.
  ///
  /// What lies between the old end and the offset reads as zeros.
  package mutating func write(
    _ data: Span<UInt8>, at offset: Int, key: FileKey, in workspace: inout ContentWorkspace
  ) throws(FileFormatError) -> Int {
    guard offset >= 0, offset <= BlockLayout.largestSize - data.count else { throw .tooLarge }
    guard !data.isEmpty else { return 0 }
    try requireWhole()
    try workspace.clear.begin(id, key: key)
    defer { workspace.clear.end() }
    if offset + data.count > size { try beginGrowth(upTo: offset, in: &workspace) }
    var done = 0
    while done < data.count {
      let position = offset + done
      let count = min(data.count - done, Self.spaceInRun(at: position))
      do {
        try writeRun(data.extracting(done..<done + count), at: position, in: &workspace)
      } catch {
        if done > 0 { return done }
        throw error
      }
      done += count
    }
    return done
  }

  func requireWhole() throws(FileFormatError) {
    guard wholeness == .whole else { throw .damagedBlock(BlockLayout.block(at: size)) }
  }

  /// The room in a run. All runs but the first begin at a block, so that only the first and last block can be partial.
  private static func spaceInRun(at position: Int) -> Int {
    ContentWorkspace.blocksPerRun * BlockLayout.plainBlock - position % BlockLayout.plainBlock
  }

  /// Lets the record allow a longer file, and fills the last block with zeros up to where the new bytes begin, or to
  /// its end.
  private mutating func beginGrowth(upTo offset: Int, in workspace: inout ContentWorkspace) throws(FileFormatError) {
    let skipped =
      BlockLayout.blockCount(
        ofPlain: size)..<max(
        BlockLayout.blockCount(ofPlain: size), BlockLayout.block(at: offset))
    try unsettle(holes: skipped.isEmpty ? skipped : skipped.lowerBound..<BlockLayout.maximumBlocks)
    holes.insert(skipped)
    try fillLastBlock(upTo: offset, in: &workspace)
  }

  /// The last block must be full before another one follows it.
  mutating func fillLastBlock(upTo end: Int, in workspace: inout ContentWorkspace) throws(FileFormatError) {
    let last = BlockLayout.block(at: size)
    let full = (last + 1) * BlockLayout.plainBlock
    guard size % BlockLayout.plainBlock > 0, end >= full else { return }
    try rewrite(last, to: full, in: &workspace)
  }

  /// Seals a block again so that the file ends in it, or does not end in it any more: zeros are added, or bytes
  /// left out.
  mutating func rewrite(_ block: Int, to end: Int, in workspace: inout ContentWorkspace) throws(FileFormatError) {
    let before = try loadPartial(block, in: &workspace)
    try guardSynced(block, before, in: workspace)
    let count = end - block * BlockLayout.plainBlock
    try workspace.sealPartial(block, first: count, at: 0)
    let replaced = ReplacedEnd(block: block, count: before)
    try put(block, count + BlockLayout.overhead, replacing: replaced, in: &workspace)
    size = max(size, end)
  }

  private mutating func writeRun(
    _ data: Span<UInt8>, at position: Int, in workspace: inout ContentWorkspace
  ) throws(FileFormatError) {
    let end = position + data.count
    let newSize = max(size, end)
    try guardReplacement(at: position)
    let blocks = BlockLayout.block(at: position)...BlockLayout.block(at: end - 1)
    var replaced: ReplacedEnd?
    for block in blocks {
      let start = block * BlockLayout.plainBlock
      let part = max(position, start)..<min(end, start + BlockLayout.plainBlock)
      let slice = data.extracting(part.lowerBound - position..<part.upperBound - position)
      let output = (block - blocks.lowerBound) * BlockLayout.sealedBlock
      let count = BlockLayout.plainCount(ofBlock: block, inFileOf: newSize)
      if part.count == count {
        if block == 0 { try guardFirst(in: &workspace) }
        if isShortEnd(block, before: count), let before = try? loadPartial(block, in: &workspace) {
          replaced = ReplacedEnd(block: block, count: before)
        }
        try workspace.seal(block, slice, at: output)
      } else {
        let before = try loadPartial(block, in: &workspace)
        if before > 0, block == blocks.lowerBound { replaced = ReplacedEnd(block: block, count: before) }
        try guardSynced(block, before, in: workspace)
        workspace.clear.changePartial(slice, at: part.lowerBound - start)
        try workspace.sealPartial(block, first: count, at: output)
      }
    }
    let lastCount = BlockLayout.plainCount(ofBlock: blocks.upperBound, inFileOf: newSize)
    let sealedCount = (blocks.count - 1) * BlockLayout.sealedBlock + lastCount + BlockLayout.overhead
    try put(blocks.lowerBound, sealedCount, replacing: replaced, in: &workspace)
    size = newSize
  }

  /// Whether the file ends in this block and will have so many bytes there, more than now.
  private func isShortEnd(_ block: Int, before count: Int) -> Bool {
    let present = BlockLayout.plainCount(ofBlock: block, inFileOf: size)
    return present > 0 && present < count
  }

  /// Decrypts a block into the workspace, with zeros after its end. Returns how many sealed bytes it has.
  mutating func loadPartial(_ block: Int, in workspace: inout ContentWorkspace) throws(FileFormatError) -> Int {
    let count = BlockLayout.plainCount(ofBlock: block, inFileOf: size)
    guard count > 0 else {
      workspace.clear.beginPartial()
      return 0
    }
    let sealedCount = count + BlockLayout.overhead
    let present = try workspace.replaced.withMutableBytes { (replaced) throws(FileFormatError) in
      var target = replaced._mutatingExtracting(first: sealedCount)
      return try load(block, into: &target)
    }
    guard present == sealedCount else { throw .damagedBlock(block) }
    try workspace.openReplaced(block, sealedCount, holes: holes(at: block))
    return sealedCount
  }

  /// Writes sealed blocks, the last of them the file's new last one if it ends there. If that fails at the end of the
  /// file, the end is put back as it was: the block that was last, which the workspace has, and the length.
  mutating func put(
    _ block: Int, _ count: Int, replacing replaced: ReplacedEnd?, _ ending: IntentBuffer.Ending = .keep,
    in workspace: inout ContentWorkspace
  ) throws(FileFormatError) {
    do {
      try workspace.outgoing.write(count, to: descriptor, id: id, block: block, ending)
      holes.remove(BlockLayout.blocks(from: block, sealedBytes: count))
    } catch {
      let backing = BlockLayout.backingSize(ofPlain: size)
      if ending == .cut || BlockLayout.offset(ofBlock: block) + count > backing {
        putBack(replaced, backing, workspace)
      } else if error.code == ENOSPC {
        restoreHoles(block, count, in: &workspace)
      }
      throw .system(error)
    }
  }

  private func putBack(_ replaced: ReplacedEnd?, _ backing: Int, _ workspace: borrowing ContentWorkspace) {
    if let replaced {
      workspace.replaced.withBytes {
        _ = try? descriptor.write($0.extracting(first: replaced.count), at: BlockLayout.offset(ofBlock: replaced.block))
      }
    }
    try? descriptor.truncate(to: backing)
  }
}

/// The block that a file ended in before a write, and how many sealed bytes it had: the workspace has them.
struct ReplacedEnd {
  let block: Int
  let count: Int
}

extension ContentWorkspace {
  mutating func seal(_ block: Int, _ plain: Span<UInt8>, at output: Int) throws(FileFormatError) {
    let clear = clear
    try outgoing.withMutableBytes { (outgoing) throws(FileFormatError) in
      var target = outgoing._mutatingExtracting(output..<output + plain.count + BlockLayout.overhead)
      try clear.seal(block, plain, into: &target)
    }
  }

  mutating func sealPartial(_ block: Int, first count: Int, at output: Int) throws(FileFormatError) {
    let clear = clear
    try outgoing.withMutableBytes { (outgoing) throws(FileFormatError) in
      var target = outgoing._mutatingExtracting(output..<output + count + BlockLayout.overhead)
      try clear.sealPartial(block, first: count, into: &target)
    }
  }

  fileprivate func openReplaced(_ block: Int, _ sealedCount: Int, holes: Holes) throws(FileFormatError) {
    try replaced.withBytes { (replaced) throws(FileFormatError) in
      try clear.openPartial(block, replaced.extracting(first: sealedCount), holes: holes)
    }
  }
}
