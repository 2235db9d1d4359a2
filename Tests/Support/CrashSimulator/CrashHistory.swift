// SPDX-License-Identifier: Apache-2.0

/// What was recorded of an operation, and every state a crash in it can leave.
///
/// Assumed of the file system underneath, as ext4, XFS and btrfs keep it:
/// - Changes of names, attributes and sizes reach the disk in the order they were made, each whole or not at all.
/// - Bytes written reach the disk at any time, sector by sector of 512 bytes, in no order: also before changes of
///   metadata that were made earlier. Bytes beyond the old end make the file longer when they arrive, which is a change
///   of size: never before metadata changed earlier.
/// - fsync: the file's bytes and all metadata changed before. fdatasync: the file's bytes, and metadata up to its last
///   change of size. sync_file_range: bytes are there before any metadata changed later.
package struct CrashHistory<Mark: Sendable>: Sendable {
  struct Milestone: Sendable {
    let calls: Int
    let mark: Mark
  }

  let base: TreeImage
  let calls: [RecordedCall]
  let marks: [Milestone]

  package var callNames: [String] { calls.map(\.name) }

  func reached(_ made: Int) -> [Mark] { marks.filter { $0.calls <= made }.map(\.mark) }

  /// What is in the folder after so many calls.
  func tree(after made: Int) -> TreeImage { made == 0 ? base : calls[made - 1].after }
}

/// What a crash left.
package struct Wreck<Mark: Sendable>: Sendable {
  package let image: TreeImage
  /// The marks that were passed before the crash.
  package let reached: [Mark]
  /// Which state this is, for the failure message.
  package let story: String

  package init(image: TreeImage, reached: [Mark], story: String) {
    self.image = image
    self.reached = reached
    self.story = story
  }
}

// MARK: - Kills

extension CrashHistory {
  /// Every state a kill of the process can leave: all calls made so far count, the last write perhaps in part.
  package func forEachKill(_ body: (Wreck<Mark>) throws -> Void) rethrows {
    for made in 0...calls.count {
      try body(Wreck(image: tree(after: made), reached: reached(made), story: "killed after \(made) calls"))
      guard made < calls.count, case .write(let inode, let offset, let count, let after) = calls[made].effect else {
        continue
      }
      for done in Self.partialCounts(offset, count) {
        var image = calls[made].before
        image.put(after[offset..<offset + done], at: offset, in: inode)
        let story = "killed in call \(made), a write at \(offset), after \(done) of \(count) bytes"
        try body(Wreck(image: image, reached: reached(made), story: story))
      }
    }
  }

  /// A write is copied page by page; some odd counts stand for what else may happen.
  private static func partialCounts(_ offset: Int, _ count: Int) -> [Int] {
    let pages = stride(from: (offset / 4096 + 1) * 4096, to: offset + count, by: 4096).map { $0 - offset }
    return Set(pages + [1, 11, 12, 13, count / 2, count - 1]).filter { $0 > 0 && $0 < count }.sorted()
  }
}

extension TreeImage {
  fileprivate mutating func put(_ new: ArraySlice<UInt8>, at offset: Int, in inode: Inode) {
    guard var bytes = bytes(of: inode) else { return }
    bytes.extend(to: offset + new.count)
    bytes.replaceSubrange(offset..<offset + new.count, with: new)
    nodes[inode]?.contents = .file(FileImage(bytes))
  }
}

extension [UInt8] {
  mutating func extend(to size: Int) {
    if count < size { append(contentsOf: [UInt8](repeating: 0, count: size - count)) }
  }
}
