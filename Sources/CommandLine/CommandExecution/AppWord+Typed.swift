// SPDX-License-Identifier: Apache-2.0
package import AppNames
import Files
import Glibc
import OwnProcess
import SystemCalls

extension AppWord {
  /// As somebody typed it: of a path, with what is there.
  package init(typed text: String) {
    self.init(text, at: Self.isPath(text) ? Place(at: text) : nil)
  }
}

extension AppWord.Place {
  /// How a file begins that an interpreter runs (`execve(2)`).
  private static let interpreted = Array("#!".utf8)

  fileprivate init(at path: String) {
    guard let canonical = Environment.canonicalPath(path) else {
      self = .missing(Self.canonical(missing: path))
      return
    }
    // Nothing but a plain file is opened: a pipe would wait, and a device might do something.
    guard let status = try? FileDescriptor.open(canonical, OpenFlag.path).status() else {
      self = .missing(canonical)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: self = .folder(canonical)
    case S_IFREG where status.st_mode & 0o111 == 0: self = .other(canonical)
    case S_IFREG:
      // One that may be started and not be read is a program.
      let start = try? FileDescriptor.open(canonical, O_RDONLY).read(count: Self.interpreted.count, at: 0)
      self = start == Self.interpreted ? .script(canonical) : .program(canonical)
    default: self = .other(canonical)
    }
  }

  /// A file that is gone lies where its folder lies; where that is gone too, links no longer matter.
  private static func canonical(missing path: String) -> String {
    let full = path.hasPrefix("/") ? path : Environment.currentDirectory + "/" + path
    var parts: [Substring] = []
    for part in full.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    guard let last = parts.popLast() else { return "/" }
    let folder = "/" + parts.joined(separator: "/")
    let canonical = Environment.canonicalPath(folder) ?? folder
    return canonical == "/" ? "/\(last)" : "\(canonical)/\(last)"
  }
}
