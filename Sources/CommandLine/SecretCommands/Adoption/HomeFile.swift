// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

/// A file below the home, reached folder by folder: no link is followed, so that nothing outside is touched.
struct HomeFile: ~Copyable {
  let folder: FileDescriptor
  let name: String

  init(_ path: String, in home: String) throws(SystemError) {
    var names = path.split(separator: "/").map(String.init)
    name = names.popLast() ?? ""
    guard !name.isEmpty, !(names + [name]).contains("..") else { throw SystemError(.open, code: EINVAL) }
    var folder = try FileDescriptor.open(home, O_RDONLY | O_DIRECTORY)
    for name in names { folder = try folder.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) }
    self.folder = folder
  }

  /// Makes what is missing on the way, for its owner alone.
  init(making path: String, in home: String, made: (borrowing FileDescriptor) throws(SystemError) -> Void)
    throws(SystemError)
  {
    var names = path.split(separator: "/").map(String.init)
    name = names.popLast() ?? ""
    guard !name.isEmpty, !(names + [name]).contains("..") else { throw SystemError(.open, code: EINVAL) }
    var folder = try FileDescriptor.open(home, O_RDONLY | O_DIRECTORY)
    for name in names {
      do throws(SystemError) { try folder.makeDirectory(name, mode: 0o700) } catch {
        guard error.code == EEXIST else { throw error }
      }
      let inner = try folder.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      try made(inner)
      try folder.sync()
      folder = inner
    }
    self.folder = folder
  }

  /// The status of the file; nil where nothing has the name.
  func status() throws(SystemError) -> stat? {
    do throws(SystemError) { return try folder.status(of: name) } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  /// The target of a symbolic link; nil where the file is none.
  func linkTarget() -> String? { (try? folder.symbolicLinkTarget(name)).map { String(decoding: $0, as: UTF8.self) } }
}

extension stat {
  var isFile: Bool { st_mode & S_IFMT == S_IFREG }
  var isLink: Bool { st_mode & S_IFMT == S_IFLNK }

  /// Whether the same file has been written since.
  func isSameContent(as other: stat) -> Bool {
    st_ino == other.st_ino && st_size == other.st_size && st_mtim.tv_sec == other.st_mtim.tv_sec
      && st_mtim.tv_nsec == other.st_mtim.tv_nsec
  }
}
