// SPDX-License-Identifier: Apache-2.0
import Advice
import CommandLineParsing
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Files
import Glibc
import JSONCoding
import ProtectionModel
import SystemCalls
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
    let mayLoosen = OwnerOperation.loosenClass.rule.permits(try status(of: connectToEnclave()).state)
    var left = 0
    try walk(path, depth, leftOut: &left) { path throws(ControlFailure) in
      let file = try ProtectedPath(path, mount: mount)
      // A folder that has no class of its own has its parent's.
      let isLooser = try file.protectionClass().map { protectionClass.rawValue > $0.rawValue } ?? true
      guard mayLoosen || !isLooser || protectionClass == .complete else {
        throw .protectedFileRefused(path: path)
      }
      try file.change(to: protectionClass)
    }
    if left > 0 { throw .someFailed(left) }
  }

  /// Visits a path and, where asked for, everything below it. A failure below it is printed and counted, and the walk
  /// goes on: whoever changes classes must know of each file that kept its own.
  private func walk(
    _ path: String, _ depth: Depth, leftOut: inout Int, _ visit: (String) throws(ControlFailure) -> Void
  ) throws(ControlFailure) {
    try visit(path)
    guard depth == .everything else { return }
    var folders = [path]
    func attempt(_ body: () throws(ControlFailure) -> Void) {
      do throws(ControlFailure) {
        try body()
      } catch {
        console.note("bailey: " + Advice(for: error).text)
        leftOut += 1
      }
    }
    while let folder = folders.popLast() {
      attempt { () throws(ControlFailure) in
        for entry in try entries(of: folder) {
          let path = folder + "/" + entry.name
          // A link has no contents of its own; the class of devices and pipes would protect nothing.
          if entry.kind == DT_REG || entry.kind == DT_DIR { attempt { () throws(ControlFailure) in try visit(path) } }
          if entry.kind == DT_DIR { folders.append(path) }
        }
      }
    }
  }

  /// The entries of a folder; a path that is no folder has none.
  private func entries(of path: String) throws(ControlFailure) -> [(name: String, kind: Int)] {
    var found: [(name: String, kind: Int)] = []
    do throws(SystemError) {
      try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).forEachEntry {
        found.append((String(decoding: $0.name, as: UTF8.self), Int($0.kind)))
        return .proceed
      }
    } catch {
      if error.code != ENOTDIR { throw .file(path: path, error) }
    }
    return found.sorted { $0.name < $1.name }
  }
}
