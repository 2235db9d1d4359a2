// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls

/// The damaged blocks of a file.
package struct ContentAudit: Sendable, Equatable {
  /// The damaged blocks in order, neighbours as one range.
  package private(set) var damaged: [Range<Int>] = []
  /// The number of blocks of the file.
  package let count: Int

  package var damagedCount: Int { damaged.reduce(0) { $0 + $1.count } }

  init(count: Int) { self.count = count }

  mutating func note(_ blocks: Range<Int>) {
    guard !blocks.isEmpty else { return }
    if let last = damaged.last, last.upperBound == blocks.lowerBound {
      damaged[damaged.count - 1] = last.lowerBound..<blocks.upperBound
    } else {
      damaged.append(blocks)
    }
  }

  /// The first of the damaged blocks at the end; nil if the last block is whole.
  package var damagedEnd: Int? { damaged.last.flatMap { $0.upperBound == count ? $0.lowerBound : nil } }
}

extension ContentWorkspace {
  /// Authenticates every block of a backing file, whatever its record says. A block that a log can restore counts as
  /// whole.
  ///
  /// `size` is that of the plaintext; `holes` says which blocks of zeros may be ones that were never written. Nil if it
  /// was told to stop.
  package mutating func audit(
    _ file: borrowing FileDescriptor, _ id: FileID, size: Int, holes: HoleRanges, rescue: [RescueBlock],
    key: FileKey, while mayGoOn: () -> Bool
  ) throws(FileFormatError) -> ContentAudit? {
    try clear.begin(id, key: key)
    defer { clear.end() }
    var audit = ContentAudit(count: BlockLayout.blockCount(ofPlain: size))
    var next = 0
    while next < audit.count {
      guard mayGoOn() else { return nil }
      let data = try firstData(from: next, in: file) ?? audit.count
      if data > next {
        for missing in holes.outside(of: next..<min(data, audit.count)) { audit.note(missing) }
        next = data
        continue
      }
      let run = next..<min(next + Self.blocksPerRun, audit.count)
      try check(run, of: file, size: size, holes, rescue, &audit)
      next = run.upperBound
    }
    return audit
  }

  /// The first block from this one on that is not a hole in the backing file. The block itself where the file system
  /// keeps no account of holes.
  private func firstData(from block: Int, in file: borrowing FileDescriptor) throws(FileFormatError) -> Int? {
    do throws(SystemError) {
      let data = try file.seek(.data, from: BlockLayout.offset(ofBlock: block))
      return max(block, (data - BlockLayout.headerArea) / BlockLayout.sealedBlock)
    } catch  where error.code == ENXIO {
      return nil
    } catch {
      throw .system(error)
    }
  }

  private mutating func check(
    _ run: Range<Int>, of file: borrowing FileDescriptor, size: Int, _ holes: HoleRanges, _ rescue: [RescueBlock],
    _ audit: inout ContentAudit
  ) throws(FileFormatError) {
    let present = try incoming.withMutableBytes { (incoming) throws(FileFormatError) in
      var target = incoming._mutatingExtracting(first: run.count * BlockLayout.sealedBlock)
      do throws(SystemError) {
        return try file.read(into: &target, at: BlockLayout.offset(ofBlock: run.lowerBound))
      } catch {
        throw .system(error)
      }
    }
    for block in run {
      let start = (block - run.lowerBound) * BlockLayout.sealedBlock
      let end = start + BlockLayout.plainCount(ofBlock: block, inFileOf: size) + BlockLayout.overhead
      if end <= present, try isWhole(block, start..<end, holes.reading(block)) { continue }
      if try !canRescue(block, from: rescue, holes.reading(block)) { audit.note(block..<block + 1) }
    }
  }

  private func canRescue(
    _ block: Int, from rescue: [RescueBlock], _ holes: Holes
  ) throws(FileFormatError) -> Bool {
    for candidate in rescue where candidate.index == block {
      if try authenticates(candidate, holes) { return true }
    }
    return false
  }

  private func isWhole(_ block: Int, _ sealed: Range<Int>, _ holes: Holes) throws(FileFormatError) -> Bool {
    try incoming.withBytes { (incoming) throws(FileFormatError) in
      try clear.isWhole(block, incoming.extracting(sealed), holes: holes)
    }
  }
}
