// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import Processes
import ProtectionModel
import SystemCalls
import Testing

// MARK: - Calls by path

extension MountedFiles {
  func stat(_ name: String) throws(SystemError) -> stat {
    try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY).status(of: name)
  }

  /// truncate(2): without an opening.
  func truncate(_ name: String, to size: Int) -> Int32 {
    unsafe Glibc.truncate(self(name), off_t(size)) == 0 ? 0 : errno
  }

  func makeFolderWhileLocked() throws { try makeFolder("b", .completeUnlessOpen) }

  /// A file whose class nobody has set: it was made in a folder of that class.
  func makeInherited(_ name: String, _ protection: ProtectionClass) throws {
    let folder = "of class \(protection.name)"
    if outcome({ () throws(SystemError) in _ = try stat(folder) }) == ENOENT { try makeFolder(folder, protection) }
    try makeInherited(folder + "/made")
    let root = try root()
    try root.rename(folder + "/made", to: root, as: name)
  }

  /// A file with the class that its place gives it. It says `new`.
  func makeInherited(_ name: String) throws {
    let file = try FileDescriptor.open(self(name), O_RDWR | O_CREAT | O_EXCL, mode: 0o644)
    try file.write(Array("new".utf8).span, at: 0)
  }

  func replace(_ name: String, by new: String) throws(SystemError) {
    let root = try root()
    try root.rename(new, to: root, as: name)
  }

  func setClass(_ protection: ProtectionClass, of name: String) throws(SystemError) {
    let value = Array(protection.attributeValue.utf8)
    try root().setExtendedAttribute("user.bailey.protection", of: name, to: value.span)
  }

  func protection(of name: String) throws -> ProtectionClass? {
    let value = try root().extendedAttribute("user.bailey.protection", of: name)
    return value.flatMap { ProtectionClass(attributeValue: String(decoding: $0, as: UTF8.self)) }
  }

  func text(_ name: String) throws -> String {
    String(decoding: try FileDescriptor.open(self(name), O_RDONLY).read(count: 1000, at: 0), as: UTF8.self)
  }

  /// Runs a line of shell in the mount. For what is a process's own, which other tests run in too.
  func end(of line: String) throws -> ProcessEnd {
    var plan = ChildPlan(path: "/bin/sh", arguments: ["-c", "cd '\(folder)' && \(line)"])
    let nothing = try FileDescriptor.open("/dev/null", O_RDWR)
    plan.input = nothing.raw
    plan.output = nothing.raw
    plan.errors = nothing.raw
    return try withExtendedLifetime(nothing) { try ChildProcess.start(plan).wait() }
  }

  func shell(_ line: String) throws {
    let end = try end(of: line)
    #expect(end == .exited(0), "\(line)")
  }
}
