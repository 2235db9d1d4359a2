// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Files
import Glibc
import JSONCoding
import ProtectionModel
import SystemCalls

// What the page of files changes: when a file can be read.

extension ProtectedTree {
  /// How much of a folder is changed with it.
  enum Depth: String {
    /// The files that will be made in it have the class from now on.
    case itself
    case everything
  }

  /// The most files whose class is changed below a folder: the page does not wait for more, and says how many are left.
  private static let mostChanged = 20_000

  /// The key of each file is wrapped anew, no contents are rewritten. What could not be changed below a folder is counted.
  func change(
    _ path: String, to protectionClass: ProtectionClass, _ depth: Depth
  ) throws(ConsoleFailure) -> JSONValue {
    var parts = try Self.parts(of: path[...])
    guard let name = parts.popLast() else { throw .badRequest }
    var counts = (changed: 1, left: 0)
    do throws(SystemError) {
      let folder = try open(parts)
      let status = try folder.status(of: name)
      guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { throw SystemError(.open, code: ENOENT) }
      try Self.set(protectionClass, of: name, in: folder)
      if depth == .everything, status.st_mode & S_IFMT == S_IFDIR {
        try Self.change(everythingIn: open(parts + [name]), to: protectionClass, &counts, parts.count + 1)
      }
    } catch {
      throw .ofFile(error)
    }
    return .members(["changed": .number(counts.changed), "left": .number(counts.left)])
  }

  private static func change(
    everythingIn folder: borrowing FileDescriptor, to protectionClass: ProtectionClass,
    _ counts: inout (changed: Int, left: Int), _ depth: Int
  ) throws(SystemError) {
    for (name, kind) in try names(in: folder) where kind == DT_REG || kind == DT_DIR {
      guard counts.changed < mostChanged, depth < deepest else {
        counts.left += 1
        continue
      }
      do throws(SystemError) {
        try set(protectionClass, of: name, in: folder)
        counts.changed += 1
        guard kind == DT_DIR else { continue }
        try change(
          everythingIn: folder.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), to: protectionClass, &counts, depth + 1)
      } catch {
        counts.left += 1
      }
    }
  }

  private static func names(in folder: borrowing FileDescriptor) throws(SystemError) -> [(name: String, kind: Int)] {
    var found: [(name: String, kind: Int)] = []
    try folder.forEachEntry { entry in
      // A name that is no text is shown in no page; the command line changes its class.
      if let name = String(validating: entry.name, as: UTF8.self) { found.append((name, Int(entry.kind))) }
      return .proceed
    }
    return found
  }

  private static func set(
    _ protectionClass: ProtectionClass, of name: String, in folder: borrowing FileDescriptor
  ) throws(SystemError) {
    try folder.setExtendedAttribute(attribute, of: name, to: Array(protectionClass.attributeValue.utf8).span)
  }
}

extension InstanceWatcher {
  private func permit(_ operation: OwnerOperation) throws(ConsoleFailure) {
    let state: LockState
    do { state = try enclave().status().state } catch { throw .enclave(error) }
    guard operation.rule.permits(state) else { throw .enclave(.refused(.lockState(state))) }
  }

  /// The lines are the class, how deep, and the path.
  func changeClass(_ name: String?, _ depth: String?, _ path: String?) throws(ConsoleFailure) -> JSONValue {
    guard let protectionClass = ProtectionClass.allCases.first(where: { $0.name == name }),
      let depth = depth.flatMap(ProtectedTree.Depth.init), let path
    else { throw .badRequest }
    // Of all that lies below a folder the page does not know the present class.
    if protectionClass != .complete { try permit(.loosenClass) }
    defer { state.change { $0.files += 1 } }
    return try tree().change(path, to: protectionClass, depth)
  }
}
