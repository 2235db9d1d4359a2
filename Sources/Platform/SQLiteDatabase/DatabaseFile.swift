// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
package import SystemCalls

/// A database as a file, without SQLite. Only for the owner of the database, and while no connection is open.
/// https://sqlite.org/fileformat2.html, section 1.3.
package struct DatabaseFile {
  package let path: String

  package init(_ path: String) { self.path = path }

  private var name: String { SplitPath(path).name }

  private func folder() throws(SystemError) -> FileDescriptor {
    try FileDescriptor.open(SplitPath(path).folder, O_RDONLY | O_DIRECTORY)
  }

  // MARK: - The header

  static let headerSize = 100

  /// Whether the header of the file, without its log, is that of this program's databases. An empty file is valid too.
  package func hasValidHeader() throws(SystemError) -> Bool {
    let header = try FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW).read(count: Self.headerSize, at: 0)
    return header.isEmpty || Self.isValid(header)
  }

  /// Whether the fixed fields are those of this program's databases.
  static func isValid(_ header: [UInt8]) -> Bool {
    header.count == headerSize
      && header[..<16].elementsEqual(magic) && header[16] == 0x10 && header[17] == 0 && (1...2).contains(header[18])
      && header[18] == header[19] && header[20] == 0 && header[21] == 64 && header[22] == 32 && header[23] == 32
      && header[44..<48].elementsEqual([0, 0, 0, 4]) && header[52..<60].elementsEqual([0, 0, 0, 0, 0, 0, 0, 1])
      && header[64..<68].allSatisfy { $0 == 0 } && header[72..<92].allSatisfy { $0 == 0 }
  }

  private static let magic = Array("SQLite format 3\0".utf8)

  /// Writes a first page with which SQLite can open the file: it names as many pages as the file has, no tables, and the
  /// version -1.
  package func replaceHeader() throws(SystemError) {
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
    // A leaf page without cells. Their area begins at the end of the page.
    page.replaceSubrange(100..<108, with: [0x0D, 0, 0, 0, 0, 0x10, 0, 0])
    try file.write(page.span, at: 0)
    try file.sync()
  }

  // MARK: - Pages

  private func pageCount() throws(SystemError) -> Int {
    Int(try FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW).status().st_size) / DatabasePages.pageSize
  }

  /// Reads the rows on the file's pages.
  package func pages() throws(SystemError) -> DatabasePages {
    let source = PageSource(try FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW))
    return DatabasePages(count: try pageCount()) { source.page($0) }
  }

  /// Has SQLite move the pages in the write-ahead log into the file. Returns whether none are left in the log: that
  /// counts, not what SQLite says of a file that is damaged.
  package func checkpointLog() throws(SystemError) -> Bool {
    if let connection = try? DatabaseConnection(path, .readWrite) { _ = try? connection.version() }
    guard try exists("-wal") else { return true }
    return try folder().status(of: name + "-wal").st_size == 0
  }

  // MARK: - Copies and replacement

  package func exists() throws(SystemError) -> Bool { try exists("") }

  private func exists(_ suffix: String) throws(SystemError) -> Bool {
    do {
      _ = try folder().status(of: name + suffix)
      return true
    } catch {
      guard error.code == ENOENT else { throw error }
      return false
    }
  }

  private func remove(_ suffix: String, in folder: borrowing FileDescriptor) throws(SystemError) {
    do { try folder.unlink(name + suffix) } catch { guard error.code == ENOENT else { throw error } }
  }

  /// Creates an empty file, which is an empty database. SQLite would create it readable for others.
  package func create() throws(SystemError) {
    _ = try FileDescriptor.open(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
  }

  /// Makes a copy of the file and its log beside it, under the first free name of `limit`. Returns the copy, or nil if no
  /// name is free.
  package func keepCopy(named ending: String, atMost limit: Int) throws(SystemError) -> DatabaseFile? {
    let folder = try folder()
    for number in 1...limit where (try? folder.status(of: "\(name)-\(ending)-\(number)")) == nil {
      try copy("", to: "\(path)-\(ending)-\(number)")
      if try exists("-wal") { try copy("-wal", to: "\(path)-\(ending)-\(number)-wal") }
      try folder.sync()
      return DatabaseFile("\(path)-\(ending)-\(number)")
    }
    return nil
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
      // Zeros are left out and take no room on the disk: most of a log is reserved and not written yet.
      if piece.indices.contains(where: { piece[$0] != 0 }) { try to.write(piece, at: offset) }
      offset += count
    }
    try to.truncate(to: offset)
    try to.sync()
  }

  package func removeWithLog() throws(SystemError) {
    let folder = try folder()
    for suffix in ["", "-wal", "-shm"] { try remove(suffix, in: folder) }
  }

  /// Replaces another database with this one by one rename. Both logs must be empty.
  package func replace(_ other: DatabaseFile) throws(SystemError) {
    try FileDescriptor.open(path, O_RDONLY).sync()
    let folder = try folder()
    for suffix in ["-wal", "-shm"] { try other.remove(suffix, in: folder) }
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
