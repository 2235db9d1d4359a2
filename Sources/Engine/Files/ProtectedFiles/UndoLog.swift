// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

/// Blocks of one file as they were when last synced, kept while changed blocks may be partly written.
///
/// A block holds more than the bytes that a program changes. If the power goes while it is written, the other bytes
/// must not be lost. So a block with synced bytes is copied here, and the copy synced, before it is first changed in
/// part. The log is removed when the file is synced again. Files that were never synced have no log, and blocks that
/// are replaced as a whole need none, except the first.
///
/// A record is the block's index (8 bytes), the size of the sealed block (4), whether it is the old one, 0, or one that
/// was about to be written when the process was killed, 1 (1), zeros (3), and the sealed block.
struct UndoLog: ~Copyable, Sendable {
  private static let fieldsSize = 16
  private let file: FileDescriptor
  private var end: Int
  private var blocks: Set<Int> = []

  enum Syncing { case now, later }

  init(_ file: consuming FileDescriptor, end: Int = 0) {
    self.file = file
    self.end = end
  }

  static func size(of entries: [RescueBlock]) -> Int {
    entries.reduce(0) { $0 + fieldsSize + $1.sealed.count }
  }

  func holds(_ block: Int) -> Bool { blocks.contains(block) }

  /// Adds entries with one write and one wait for the disk.
  mutating func append(_ entries: [RescueBlock], _ syncing: Syncing = .now) throws(SystemError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.size(of: entries))
    for entry in entries {
      bytes += UInt64(entry.index).bigEndianBytes + UInt32(entry.sealed.count).bigEndianBytes
      bytes += [entry.age.rawValue, 0, 0, 0]
      bytes += entry.sealed
    }
    try file.write(bytes.span, at: end)
    if syncing == .now { try file.syncData() }
    end += bytes.count
    blocks.formUnion(entries.map(\.index))
  }

  /// The entries of a log, up to one that is truncated: nothing relied on that one yet.
  static func entries(in file: borrowing FileDescriptor) throws(SystemError) -> [RescueBlock] {
    var entries: [RescueBlock] = []
    var offset = 0
    while true {
      let fields = try file.read(count: fieldsSize, at: offset)
      guard fields.count == fieldsSize else { return entries }
      let count = Int(UInt32(bigEndian: fields[8..<12]))
      guard count > BlockLayout.overhead, count <= BlockLayout.sealedBlock,
        let age = RescueBlock.Age(rawValue: fields[12]),
        let block = Int(exactly: UInt64(bigEndian: fields[0..<8])), block < BlockLayout.maximumBlocks
      else { return entries }
      let sealed = try file.read(count: count, at: offset + fieldsSize)
      guard sealed.count == count else { return entries }
      entries.append(RescueBlock(index: block, sealed: sealed, age: age))
      offset += fieldsSize + count
    }
  }
}

/// A whole sealed block that may replace one that is partly written.
package struct RescueBlock: Sendable, Equatable {
  let index: Int
  let sealed: [UInt8]
  let age: Age

  enum Age: UInt8, Sendable {
    /// The block as it was when last synced.
    case old = 0
    /// The block as it was about to be written.
    case new = 1
  }
}
