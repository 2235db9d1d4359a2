// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

/// Copies of what a build made.
enum FolderCopy {
  private static let part = 1 << 20

  /// Links are followed: the bundle holds what they lead to.
  static func file(
    _ name: String, in folder: borrowing FileDescriptor, to newName: String, in target: borrowing FileDescriptor
  ) throws(SystemError) {
    let source = try folder.open(name, O_RDONLY)
    let mode: mode_t = try source.status().st_mode & 0o111 == 0 ? 0o644 : 0o755
    let copy = try target.open(newName, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
    var buffer = [UInt8](repeating: 0, count: part)
    var offset = 0
    while true {
      var span = buffer.mutableSpan
      let count = try source.read(into: &span, at: offset)
      guard count > 0 else { break }
      try copy.write(buffer.span.extracting(0..<count), at: offset)
      offset += count
    }
    try copy.changeMode(to: mode)
  }

  /// A file, or a folder with all that is in it.
  static func copy(
    _ name: String, in folder: borrowing FileDescriptor, to newName: String, in target: borrowing FileDescriptor
  ) throws(SystemError) {
    guard try folder.status(of: name).st_mode & S_IFMT == S_IFDIR else {
      return try file(name, in: folder, to: newName, in: target)
    }
    try target.makeDirectory(newName, mode: 0o755)
    let source = try folder.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    let copy = try target.open(newName, O_RDONLY | O_DIRECTORY)
    var names: [String] = []
    try source.forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    for inner in names { try self.copy(inner, in: source, to: inner, in: copy) }
  }
}
