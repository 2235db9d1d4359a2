// SPDX-License-Identifier: Apache-2.0
package import AppNames
import Files
import Glibc
import OwnProcess
import SystemCalls

extension AppWord {
  /// Reads the word as somebody typed it: a path, with what is there.
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

  /// A path of which something is gone, without the links of what is there. Part by part, as the kernel goes: `..` leads out of
  /// the folder that a link leads to, and not out of the one that the link lies in.
  private static func canonical(missing path: String) -> String {
    path.split(separator: "/").reduce(path.hasPrefix("/") ? "/" : Environment.currentDirectory) { reached, part in
      switch part {
      case ".": return reached
      case "..": return "/" + reached.split(separator: "/").dropLast().joined(separator: "/")
      default:
        let next = reached == "/" ? "/\(part)" : "\(reached)/\(part)"
        return Environment.canonicalPath(next) ?? next
      }
    }
  }
}
