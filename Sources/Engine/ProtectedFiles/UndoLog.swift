// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem

/// Blocks of one file as they were when last synced, kept while changed blocks may still be lost half-written.
///
/// A block holds more than the bytes a program changes: if the power goes while it is written, its neighbours must
/// not go with it. So a block with synced bytes is copied here, and the copy synced, before it is first changed in
/// part; the log goes when the file is synced again. Files nobody ever synced have no log, and blocks changed as a
/// whole need none, but for the first.
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

  /// In one write and one wait for the disk.
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

  /// What a log holds, as far as it is whole: what is torn was never relied on.
  static func entries(in file: borrowing FileDescriptor) throws(SystemError) -> [RescueBlock] {
    var entries: [RescueBlock] = []
    var offset = 0
    while true {
      let fields = try file.read(count: fieldsSize, at: offset)
      guard fields.count == fieldsSize else { return entries }
      let count = Int(UInt32(bigEndian: fields[8..<12]))
      guard count > BlockLayout.overhead, count <= BlockLayout.sealedBlock,
        let age = RescueBlock.Age(rawValue: fields[12]),
        let block = Int(exactly: UInt64(bigEndian: fields[0..<8])), block < BlockLayout.mostBlocks
      else { return entries }
      let sealed = try file.read(count: count, at: offset + fieldsSize)
      guard sealed.count == count else { return entries }
      entries.append(RescueBlock(index: block, sealed: sealed, age: age))
      offset += fieldsSize + count
    }
  }
}

/// A whole sealed block that may take the place of one that is torn.
package struct RescueBlock: Sendable, Equatable {
  let index: Int
  let sealed: [UInt8]
  let age: Age

  enum Age: UInt8, Sendable {
    /// As it was when last synced.
    case old = 0
    /// As it was about to be written.
    case new = 1
  }
}
