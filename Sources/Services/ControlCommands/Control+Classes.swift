// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import ProtectionModel
import TerminalConsole

// MARK: - files class

extension Control {
  func showClasses(of paths: [String], _ depth: Depth, _ form: OutputForm) throws(ControlFailure) {
    let mount = try mount()
    var found: [(path: String, name: String)] = []
    var left = 0
    for path in paths {
      try walk(path, depth, leftOut: &left) { path throws(ControlFailure) in
        let protectionClass = try ProtectedPath(path, mount: mount).protectionClass()
        found.append((path, protectionClass?.name ?? "-"))
      }
    }
    switch form {
    case .json:
      console.print(.array(found.map { .members(["path": .string($0.path), "class": .string($0.name)]) }))
    case .text where paths.count == 1 && depth == .itself: found.forEach { console.print($0.name) }
    case .text: found.forEach { console.print("\($0.name)\t\($0.path)") }
    }
    if left > 0 { throw .someFailed(left) }
  }

  func changeClass(
    of path: String, to protectionClass: ProtectionClass, _ depth: Depth
  ) throws(ControlFailure) {
    let mount = try mount()
    var left = 0
    try walk(path, depth, leftOut: &left) { path throws(ControlFailure) in
      try ProtectedPath(path, mount: mount).change(to: protectionClass)
    }
    if left > 0 { throw .someFailed(left) }
  }

  /// Visits a path and, where asked for, everything below it. Below it a failure is told and the walk goes on.
  private func walk(
    _ path: String, _ depth: Depth, leftOut: inout Int, _ visit: (String) throws(ControlFailure) -> Void
  ) throws(ControlFailure) {
    try visit(path)
    guard depth == .everything else { return }
    var folders = [path]
    while let folder = folders.popLast() {
      for entry in entries(of: folder) {
        let path = folder + "/" + entry.name
        do throws(ControlFailure) {
          // A link has no contents of its own; the class of devices and pipes would protect nothing.
          guard entry.kind == DT_REG || entry.kind == DT_DIR else { continue }
          try visit(path)
        } catch {
          console.note("bailey: " + Advice(for: error).text)
          leftOut += 1
        }
        if entry.kind == DT_DIR { folders.append(path) }
      }
    }
  }

  private func entries(of path: String) -> [(name: String, kind: Int)] {
    guard let folder = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { return [] }
    var found: [(name: String, kind: Int)] = []
    try? folder.forEachEntry {
      found.append((String(decoding: $0.name, as: UTF8.self), Int($0.kind)))
      return .goesOn
    }
    return found.sorted { $0.name < $1.name }
  }
}
