// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import OwnProcess
import SystemCalls

/// The list of entries to copy: each folder before what is in it.
struct CopyList {
  struct Item {
    enum Kind { case file, folder, link }

    let kind: Kind
    let source: String
    /// The path below the folder that is copied into.
    let target: String
    let size: Int
    let mode: mode_t
    let modified: timespec
  }

  private(set) var items: [Item] = []
  private(set) var bytes = 0
  private(set) var leftOut: [ControlFailure] = []
  /// The device of which nothing is copied: it is that of the mount which is copied into.
  private let excluded: dev_t

  init(_ sources: [String], leaving excluded: dev_t) {
    self.excluded = excluded
    for source in sources {
      guard let canonical = Environment.canonicalPath(source), let name = canonical.split(separator: "/").last else {
        leftOut.append(.file(path: source, SystemError(.open, code: ENOENT)))
        continue
      }
      add(canonical, as: String(name))
    }
  }

  private mutating func add(_ source: String, as target: String) {
    var pending = [(source: source, target: target)]
    while let next = pending.popLast() {
      do throws(SystemError) {
        let kind = try note(next.source, as: next.target)
        if kind == .folder {
          pending += try entries(of: next.source).map { ($0, next.target + $0.dropPrefix(next.source)) }
        }
      } catch {
        leftOut.append(.file(path: next.source, error))
      }
    }
  }

  private mutating func note(_ source: String, as target: String) throws(SystemError) -> Item.Kind? {
    let status = try FileDescriptor.open(source, OpenFlag.path | O_NOFOLLOW).status()
    let kind: Item.Kind
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default:
      leftOut.append(.notCopied(path: source))
      return nil
    }
    guard status.st_dev != excluded else {
      leftOut.append(.notCopied(path: source))
      return nil
    }
    let size = kind == .file ? Int(status.st_size) : 0
    bytes += size
    items.append(
      Item(
        kind: kind, source: source, target: target, size: size, mode: status.st_mode & 0o7777,
        modified: status.st_mtim))
    return kind
  }

  private mutating func entries(of folder: String) throws(SystemError) -> [String] {
    var names: [String] = []
    var unreadable = 0
    try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).forEachEntry { entry in
      if let name = String(validating: entry.name, as: UTF8.self) { names.append(name) } else { unreadable += 1 }
      return .proceed
    }
    for _ in 0..<unreadable { leftOut.append(.notCopied(path: folder + "/?")) }
    return names.sorted(by: >).map { folder + "/" + $0 }
  }
}

extension String {
  fileprivate func dropPrefix(_ prefix: String) -> Substring { dropFirst(prefix.count) }
}
