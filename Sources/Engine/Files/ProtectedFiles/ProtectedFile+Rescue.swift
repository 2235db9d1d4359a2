// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

// MARK: - Partly written blocks

extension ProtectedFile {
  /// Saves a block of a synced file to the undo log before it is changed in part. The workspace holds the block as it
  /// is, `count` sealed bytes. Blocks that were added after the sync are not guarded, so that a program that appends in
  /// small pieces does not wait for the disk.
  mutating func guardSynced(
    _ block: Int, _ count: Int, in workspace: borrowing ContentWorkspace
  ) throws(FileFormatError) {
    guard count > 0, record.flags.contains(.synced), let undoDirectory = context.undo else { return }
    do {
      guard block * BlockLayout.plainBlock < syncedEnd else { return try undoDirectory.settleRemoval(of: id) }
      if undo == nil { undo = try undoDirectory.begin(id) }
      try keepOld(block, count, in: workspace)
    } catch {
      throw .system(error)
    }
  }

  /// Saves the first block of a synced file to the undo log before it is replaced as a whole. A program that finds this
  /// block damaged may not get as far as repairing it: SQLite reads the head of a database before it looks for a
  /// journal that has the rest.
  mutating func guardFirst(in workspace: inout ContentWorkspace) throws(FileFormatError) {
    guard size > 0, record.flags.contains(.synced), context.undo != nil, undo?.holds(0) != true else { return }
    // A block that is damaged already is not worth keeping.
    guard let count = try? loadPartial(0, in: &workspace) else { return }
    do { try guardSynced(0, count, in: workspace) } catch {
      // To replace a block takes no room on the disk, and must not fail where there is none for a copy.
      guard case .system(let failure) = error, [ENOSPC, EDQUOT].contains(failure.code) else { throw error }
    }
  }

  private mutating func keepOld(
    _ block: Int, _ count: Int, in workspace: borrowing ContentWorkspace
  ) throws(SystemError) {
    guard undo?.holds(block) == false else { return }
    let sealed = workspace.replaced.withBytes { $0.extracting(first: count).array }
    var old = [RescueBlock(index: block, sealed: sealed, age: .old)]
    if undo?.holds(block - 1) == true { old += try following(block) }
    try undo?.append(old)
  }

  /// The number of blocks that are copied to the log at once where they are changed in turn.
  private static let blocksInTurn = 16

  /// The blocks behind this one that will be changed next if a file is overwritten in pieces, as SQLite does with its
  /// log. Copied together they take one wait for the disk.
  private func following(_ block: Int) throws(SystemError) -> [RescueBlock] {
    let end = min(block + Self.blocksInTurn, BlockLayout.blockCount(ofPlain: min(size, syncedEnd)))
    var blocks: [RescueBlock] = []
    for index in block + 1..<max(end, block + 1) where undo?.holds(index) == false {
      let count = BlockLayout.plainCount(ofBlock: index, inFileOf: size) + BlockLayout.overhead
      let sealed = try descriptor.read(count: count, at: BlockLayout.offset(ofBlock: index))
      if sealed.count == count { blocks.append(RescueBlock(index: index, sealed: sealed, age: .old)) }
    }
    return blocks
  }

  /// Guards blocks of a synced file that a write may replace as a whole. To be called before it.
  func guardReplacement(at offset: Int) throws(FileFormatError) {
    guard offset < size, record.flags.contains(.synced), let undoDirectory = context.undo else { return }
    do { try undoDirectory.settleRemoval(of: id) } catch { throw .system(error) }
  }

  /// Removes the log. To be called when the contents have been synced.
  mutating func forgetUndo() {
    guard undo != nil else { return }
    undo = nil
    try? context.undo?.remove(id)
  }

  /// Syncs changes that a log guards, and removes the log. To be called at the last close.
  package mutating func finishUndo() throws(FileFormatError) {
    guard undo != nil else { return }
    try descriptor.call { (file) throws(SystemError) in try file.syncData() }
    forgetUndo()
  }

  /// Recovers a file that is first opened after a crash. Blocks that do not authenticate are replaced from the file's
  /// log. A damaged end that was never synced is cut off.
  ///
  /// A block that authenticates is never touched, so that the log may hold it from before or after the interrupted
  /// write. Later entries are tried first, because they are newer. A block beyond the end is not missing: the file was
  /// cut since.
  package mutating func recover(
    _ candidates: [RescueBlock], key: FileKey, in workspace: inout ContentWorkspace
  ) throws(FileFormatError) {
    try workspace.clear.begin(id, key: key)
    defer { workspace.clear.end() }
    for candidate in candidates.reversed() where try isPartlyWritten(candidate.index, in: &workspace) {
      try replace(with: candidate, in: &workspace)
    }
    try cutPartlyWrittenEnd(in: &workspace)
    recovery = .done
    guard !candidates.isEmpty else { return }
    try descriptor.call { (file) throws(SystemError) in try file.sync() }
    try? context.undo?.remove(id)
  }

  /// Cuts what is newer than the last sync at the first damaged block. Where it is in doubt how far the sync reached, a
  /// damaged block with a whole one behind it is kept, because that one may have been synced.
  private mutating func cutPartlyWrittenEnd(in workspace: inout ContentWorkspace) throws(FileFormatError) {
    guard wholeness == .whole, isUnsettled else { return }
    let first = BlockLayout.blockCount(ofPlain: record.size)
    var end = BlockLayout.blockCount(ofPlain: size)
    if record.flags.contains(.synced) && bound == .inDoubt {
      while end > first, try isPartlyWritten(end - 1, in: &workspace) { end -= 1 }
    } else {
      end = try firstPartlyWritten(first..<max(end, first), in: &workspace) ?? end
    }
    size = min(size, end * BlockLayout.plainBlock)
    // The rest may be less than a block.
    if try Self.backingSize(of: descriptor) != BlockLayout.backingSize(ofPlain: size) {
      try truncateBacking(toPlain: size)
    }
  }

  private mutating func firstPartlyWritten(
    _ blocks: Range<Int>, in workspace: inout ContentWorkspace
  ) throws(FileFormatError) -> Int? {
    for block in blocks where try isPartlyWritten(block, in: &workspace) { return block }
    return nil
  }

  /// Whether the block is there, but neither authentic nor a hole.
  private mutating func isPartlyWritten(_ block: Int, in workspace: inout ContentWorkspace) throws(FileFormatError)
    -> Bool
  {
    guard BlockLayout.plainCount(ofBlock: block, inFileOf: size) > 0 else { return false }
    do {
      _ = try loadPartial(block, in: &workspace)
      return false
    } catch .keyGone {
      // Without a key, every block looks damaged.
      throw .keyGone
    } catch {
      return true
    }
  }

  /// A log entry shorter than the block was the end of the file: the bytes behind it were never written completely. If
  /// the file was being cut in an old block, only a part of that comes back, up to the end that the record names.
  private mutating func replace(
    with candidate: RescueBlock, in workspace: inout ContentWorkspace
  ) throws(FileFormatError) {
    guard try workspace.authenticates(candidate, holes(at: candidate.index)) else { return }
    let start = candidate.index * BlockLayout.plainBlock
    let count = candidate.sealed.count - BlockLayout.overhead
    if candidate.age == .old && size == foundSize && size < start + count {
      try workspace.sealPartial(candidate.index, first: size - start, at: 0)
      return try put(candidate.index, size - start + BlockLayout.overhead, replacing: nil, in: &workspace)
    }
    let offset = BlockLayout.offset(ofBlock: candidate.index)
    try descriptor.call { (file) throws(SystemError) in try file.write(candidate.sealed.span, at: offset) }
    size = max(size, start + count)
    guard count < BlockLayout.plainBlock else { return }
    size = start + count
    try truncateBacking(toPlain: size)
  }
}

extension ContentWorkspace {
  func authenticates(_ candidate: RescueBlock, _ holes: Holes) throws(FileFormatError) -> Bool {
    let count = candidate.sealed.count - BlockLayout.overhead
    guard count > 0, count <= BlockLayout.plainBlock else { return false }
    return try clear.isWhole(candidate.index, candidate.sealed.span, holes: holes)
  }
}
