// SPDX-License-Identifier: Apache-2.0
import Glibc
package import LinuxSystem

/// A database as a file, below what the library makes of it. For its owner, while no connection is open.
/// https://sqlite.org/fileformat2.html, section 1.3.
package struct DatabaseFile {
  private let path: String

  package init(_ path: String) { self.path = path }

  private var name: String { String(path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...]) }

  private func folder() throws(SystemError) -> FileDescriptor {
    try FileDescriptor.open(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) + "/", O_RDONLY | O_DIRECTORY)
  }

  // MARK: - The head

  /// Whether the fixed fields of the first page are what this program's databases have; an empty file is well.
  package func hasSoundHead() throws(SystemError) -> Bool {
    let head = try FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW).read(count: 100, at: 0)
    return head.isEmpty || head.count == 100 && Self.isSound(head)
  }

  private static func isSound(_ head: [UInt8]) -> Bool {
    head[..<16].elementsEqual(magic) && head[16] == 0x10 && head[17] == 0 && (1...2).contains(head[18])
      && head[18] == head[19] && head[20] == 0 && head[21] == 64 && head[22] == 32 && head[23] == 32
      && head[44..<48].elementsEqual([0, 0, 0, 4]) && head[52..<60].elementsEqual([0, 0, 0, 0, 0, 0, 0, 1])
      && head[64..<68].allSatisfy { $0 == 0 } && head[72..<92].allSatisfy { $0 == 0 }
  }

  private static let magic = Array("SQLite format 3\0".utf8)

  /// Puts a first page in place that lets the library open the file: it has as many pages as the file, no tables, and
  /// the version -1.
  package func replaceHead() throws(SystemError) {
    let file = try FileDescriptor.open(path, O_RDWR | O_NOFOLLOW)
    let pages = UInt32(clamping: try pageCount())
    var page = [UInt8](repeating: 0, count: DatabasePages.pageSize)
    page.replaceSubrange(0..<24, with: Self.magic + [0x10, 0, 2, 2, 0, 64, 32, 32])
    page.replaceSubrange(
      24..<32, with: [0, 0, 0, 1] + (0..<4).map { UInt8(truncatingIfNeeded: pages >> (24 - 8 * $0)) })
    page[47] = 4
    page[59] = 1
    page.replaceSubrange(60..<64, with: [0xFF, 0xFF, 0xFF, 0xFF])
    page[95] = 1
    // A leaf without cells; their area begins at the end.
    page.replaceSubrange(100..<108, with: [0x0D, 0, 0, 0, 0, 0x10, 0, 0])
    try file.write(page.span, at: 0)
    try file.sync()
  }

  // MARK: - Pages

  private func pageCount() throws(SystemError) -> Int {
    Int(try FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW).status().st_size) / DatabasePages.pageSize
  }

  /// The rows on its pages as they are now.
  package func pages() throws(SystemError) -> DatabasePages {
    let source = PageSource(try FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW))
    return DatabasePages(count: try pageCount()) { source.page($0) }
  }

  /// Has the library put what is in the write-ahead log into the file; whatever it says of the rest.
  package func settleLog() throws(SystemError) -> Bool {
    if let connection = try? DatabaseConnection(path, .readWrite) { _ = try? connection.version() }
    guard let log = try? folder().status(of: name + "-wal") else { return true }
    return log.st_size == 0
  }

  // MARK: - Copies and replacement

  /// A copy of the file and its log beside it, under the first name that is free.
  package func keepCopy(named ending: String, atMost limit: Int) throws(SystemError) {
    let folder = try folder()
    for number in 1...limit where (try? folder.status(of: "\(name)-\(ending)-\(number)")) == nil {
      try copy("", to: "\(path)-\(ending)-\(number)")
      if (try? folder.status(of: name + "-wal")) != nil { try copy("-wal", to: "\(path)-\(ending)-\(number)-wal") }
      return try folder.sync()
    }
  }

  private func copy(_ suffix: String, to target: String) throws(SystemError) {
    let from = try FileDescriptor.open(path + suffix, O_RDONLY | O_NOFOLLOW)
    let to = try FileDescriptor.open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    var offset = 0
    while true {
      var span = buffer.mutableSpan
      let count = try from.read(into: &span, at: offset)
      guard count > 0 else { break }
      let piece = buffer.span.extracting(0..<count)
      // Zeros take no room: most of a log is there for what may still be written.
      if piece.indices.contains(where: { piece[$0] != 0 }) { try to.write(piece, at: offset) }
      offset += count
    }
    try to.truncate(to: offset)
    try to.sync()
  }

  package func removeWithLog() throws(SystemError) {
    let folder = try folder()
    for suffix in ["", "-wal", "-shm"] where (try? folder.status(of: name + suffix)) != nil {
      try folder.unlink(name + suffix)
    }
  }

  /// Takes the place of another database, all at once. Both logs must be settled.
  package func replace(_ other: DatabaseFile) throws(SystemError) {
    try FileDescriptor.open(path, O_RDONLY).sync()
    let folder = try folder()
    for suffix in ["-wal", "-shm"] where (try? folder.status(of: other.name + suffix)) != nil {
      try folder.unlink(other.name + suffix)
    }
    try folder.rename(name, to: folder, as: other.name)
    try folder.sync()
  }
}

private final class PageSource {
  private let file: FileDescriptor
  init(_ file: consuming FileDescriptor) { self.file = file }

  func page(_ number: Int) -> [UInt8]? {
    try? file.read(count: DatabasePages.pageSize, at: (number - 1) * DatabasePages.pageSize)
  }
}
