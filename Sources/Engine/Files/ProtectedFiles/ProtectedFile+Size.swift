// SPDX-License-Identifier: Apache-2.0
import SystemCalls

// MARK: - Changing the size

extension ProtectedFile {
  /// Cuts the file, or lets it grow by zeros that take no space.
  package mutating func truncate(
    to newSize: Int, key: FileKey, in workspace: inout ContentWorkspace
  ) throws(FileFormatError) {
    guard newSize >= 0, newSize <= BlockLayout.largestSize else { throw .tooLarge }
    if newSize == 0 { return try clear() }
    try requireWhole()
    guard newSize != size else { return }
    try workspace.clear.begin(id, key: key)
    defer { workspace.clear.end() }
    if newSize < size {
      try shrink(to: newSize, in: &workspace)
    } else {
      try grow(to: newSize, in: &workspace)
    }
  }

  /// Cutting to zero is the one change that needs no block to be read. So it makes a damaged file usable again.
  private mutating func clear() throws(FileFormatError) {
    guard size > 0 || wholeness != .whole else { return }
    try unsettle(atMost: 0)
    try truncateBacking(toPlain: 0)
    size = 0
    wholeness = .whole
    forgetHoles()
  }

  private mutating func shrink(to newSize: Int, in workspace: inout ContentWorkspace) throws(FileFormatError) {
    try unsettle(atMost: newSize)
    let last = BlockLayout.block(at: newSize)
    guard newSize % BlockLayout.plainBlock > 0 else {
      try truncateBacking(toPlain: newSize)
      size = newSize
      return
    }
    let before = try loadPartial(last, in: &workspace)
    try guardSynced(last, before, in: workspace)
    let count = newSize - last * BlockLayout.plainBlock
    try workspace.sealPartial(last, first: count, at: 0)
    let replaced = ReplacedEnd(block: last, count: before)
    try put(last, count + BlockLayout.overhead, replacing: replaced, .cut, in: &workspace)
    size = newSize
  }

  private mutating func grow(to newSize: Int, in workspace: inout ContentWorkspace) throws(FileFormatError) {
    let oldSize = size
    let end = min(newSize, (BlockLayout.block(at: size) + 1) * BlockLayout.plainBlock)
    let endsInLastBlock = size % BlockLayout.plainBlock > 0 && end == newSize
    let firstNew = BlockLayout.blockCount(ofPlain: size)
    try unsettle(holes: endsInLastBlock ? 0..<0 : firstNew..<BlockLayout.maximumBlocks)
    if size % BlockLayout.plainBlock > 0 { try rewrite(BlockLayout.block(at: size), to: end, in: &workspace) }
    guard size < newSize else { return }
    holes.insert(firstNew..<BlockLayout.blockCount(ofPlain: newSize))
    do {
      try truncateBacking(toPlain: newSize)
    } catch {
      try undoGrowth(to: oldSize, in: &workspace)
      throw error
    }
    size = newSize
  }

  /// Puts the last block back: the workspace still has its bytes from when it was filled up.
  private mutating func undoGrowth(
    to oldSize: Int, in workspace: inout ContentWorkspace
  ) throws(FileFormatError) {
    guard size > oldSize else { return }
    let last = BlockLayout.block(at: oldSize)
    let count = oldSize - last * BlockLayout.plainBlock + BlockLayout.overhead
    putBack(last, count, workspace)
    try truncateBacking(toPlain: oldSize)
    size = oldSize
  }

  private func putBack(_ block: Int, _ count: Int, _ workspace: borrowing ContentWorkspace) {
    workspace.replaced.withBytes {
      _ = try? descriptor.write($0.extracting(first: count), at: BlockLayout.offset(ofBlock: block))
    }
  }

  func truncateBacking(toPlain size: Int) throws(FileFormatError) {
    try descriptor.call { (file) throws(SystemError) in try file.truncate(to: BlockLayout.backingSize(ofPlain: size)) }
  }
}
