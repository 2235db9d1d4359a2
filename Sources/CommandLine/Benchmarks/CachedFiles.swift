// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

/// A thousand files of about 1 MiB in use: all open and in the kernel's cache, every tenth mapped and read through its
/// mapping, every twentieth changed through it and not synced.
final class CachedFiles {
  private final class File {
    let descriptor: FileDescriptor
    var mapping: MappedMemory?

    init(_ descriptor: consuming FileDescriptor, _ mapping: consuming MappedMemory?) {
      self.descriptor = descriptor
      self.mapping = mapping
    }

    func withMapping<Result>(_ body: (borrowing MappedMemory) throws -> Result) throws -> Result {
      switch mapping {
      case .some(let mapping): try body(mapping)
      case .none: try body(try MappedMemory(sharing: descriptor, offset: 0, count: CachedFiles.size))
      }
    }
  }

  static let count = 1000
  static let mappedCount = count / 10
  static let changedCount = count / 20
  private static let page = 4096
  private static let size = (1 << 30) / count / page * page
  private static let changedPages = stride(from: 0, to: size, by: 16 * page)

  private var files: [File] = []
  private let pipe: Pipe
  /// Stores what was read, so that the compiler does not leave the reads of mappings out.
  private var lastRead: UInt8 = 0

  init(in path: String) throws {
    pipe = try Pipe()
    let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
    let bytes = [UInt8](repeating: 0x41, count: Self.size)
    for index in 0..<Self.count {
      let file = try folder.open("file-\(index)", O_CREAT | O_RDWR, mode: 0o600)
      try file.write(bytes.span, at: 0)
      let mapping = Self.isMapped(index) ? try MappedMemory(sharing: file, offset: 0, count: Self.size) : nil
      files.append(File(file, mapping))
    }
  }

  private static func isMapped(_ index: Int) -> Bool { index.isMultiple(of: 10) }
  private static func isChanged(_ index: Int) -> Bool { index.isMultiple(of: 20) }

  /// Reads everything, and changes some pages to hold `value`. Says how many bytes the kernel keeps of it.
  func use(changing value: UInt8) throws -> Int {
    var buffer = [UInt8](repeating: 0, count: Self.size)
    for (index, file) in files.enumerated() {
      var span = buffer.mutableSpan
      _ = try file.descriptor.read(into: &span, at: 0)
      if Self.isMapped(index) { touch(file) }
      if Self.isChanged(index) {
        file.mapping?.withMutableBytes { bytes in for offset in Self.changedPages { bytes[offset] = value } }
      }
    }
    return try residentPages() * Self.page
  }

  /// Reads a byte of each page of a mapping.
  private func touch(_ file: File) {
    file.mapping?.withMutableBytes { bytes in
      for offset in stride(from: 0, to: Self.size, by: Self.page) { lastRead = bytes[offset] }
    }
  }

  /// The parts of the files that can still be read, and those that the kernel still caches.
  func remains() throws -> Remains {
    Remains(
      readableFiles: files.count { (try? $0.descriptor.read(count: 1, at: 0)) != nil },
      readableMappings: files.enumerated().count { Self.isMapped($0.offset) && isReadable($0.element) },
      residentPages: try residentPages())
  }

  struct Remains: Equatable {
    var readableFiles = 0
    var readableMappings = 0
    var residentPages = 0
  }

  /// How many of the changes are not in the files.
  func lostChanges(of value: UInt8) -> Int {
    files.enumerated().filter { Self.isChanged($0.offset) }.reduce(0) { lost, file in
      lost + Self.changedPages.count { (try? file.element.descriptor.read(count: 1, at: $0)) != [value] }
    }
  }

  private func residentPages() throws -> Int {
    try files.reduce(0) { try $0 + $1.withMapping { try $0.residentPages() } }
  }

  /// Whether a mapped page of a file can be read. Where touching it would raise SIGBUS, the kernel says EFAULT when it
  /// reads the page itself.
  private func isReadable(_ file: File) -> Bool {
    Self.changedPages.contains { offset in (try? file.withMapping { try read($0, at: offset) }) != nil }
  }

  private func read(_ mapping: borrowing MappedMemory, at offset: Int) throws {
    try mapping.withBytes { bytes in try pipe.writing.write(bytes.extracting(offset..<offset + 1)) }
    var byte: [UInt8] = [0]
    var span = byte.mutableSpan
    _ = try pipe.reading.readAvailable(into: &span)
  }
}
