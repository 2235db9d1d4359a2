// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation
import Glibc
import Processes
import SystemCalls
import TemporaryFolder
import Testing

@testable import CallerIdentity

@Suite struct ProgramFilesTests {
  @Test func `A file is known by its contents`() throws {
    try withTemporaryFolder { folder in
      let files = ProgramFiles()
      let path = folder + "/program"
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
      let first = try files.file(at: path)
      #expect(first.digest == SHA256.hash([1, 2, 3].span))
      #expect(first.place == .open)
      try Data([1, 2, 4]).write(to: URL(fileURLWithPath: path))
      #expect(try files.file(at: path).digest == SHA256.hash([1, 2, 4].span))
      // By whatever name.
      try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: path)
      #expect(try files.file(at: folder + "/link").path == Array(path.utf8))
      #expect(throws: SystemError(.open, code: EISDIR)) { _ = try files.file(at: folder) }
    }
  }

  @Test func `a script cannot be registered, because its interpreter is what runs`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/script"
      try Data("#!/bin/sh\necho\n".utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: ExecutableFailure.script) { _ = try ProgramFiles().executable(at: path) }
      #expect(throws: ExecutableFailure.unreadable(SystemError(.open, code: ENOENT))) {
        _ = try ProgramFiles().executable(at: folder + "/nothing")
      }
      try Data("#".utf8).write(to: URL(fileURLWithPath: path))
      #expect(try ProgramFiles().executable(at: path) == ProgramFiles().file(at: path))
    }
  }

  /// `unshare` waits for a child that is the first process of the namespace.
  private func withChild(of arguments: [String], _ body: (borrowing ProcessHandle) throws -> Void) throws {
    let child = try ChildProcess.start(
      ChildPlan(path: "/usr/bin/unshare", arguments: arguments + ["/bin/sleep", "60"]))
    defer {
      _ = try? child.send(SIGKILL)
      _ = try? child.wait()
    }
    let children = "/proc/\(child.process)/task/\(child.process)/children"
    for _ in 0..<2000 {
      let text = (try? String(contentsOfFile: children, encoding: .utf8)) ?? ""
      if let number = text.split(separator: " ").first.flatMap({ Int32($0) }) {
        let handle = try ProcessHandle(process: number)
        if (try? handle.executablePath())?.suffix(5) == Array("sleep".utf8)[...] { return try body(handle) }
      }
      usleep(1000)
    }
    Issue.record("no process in a namespace of its own")
  }

  private static let canUnshare: Bool = {
    let child = try? ChildProcess.start(
      ChildPlan(path: "/usr/bin/unshare", arguments: ["--user", "--pid", "--fork", "--map-root-user", "/bin/true"]))
    return (try? child?.wait()) == .exited(0)
  }()

  @Test(.enabled(if: canUnshare))
  func `a process in a process namespace of its own has no identity, because a sibling can speak in its name`() throws {
    try withChild(of: ["--user", "--pid", "--fork", "--kill-child", "--map-root-user"]) { process in
      #expect(throws: SystemError(.open, code: EXDEV)) {
        _ = try ProgramFiles().file(of: process, ProcessExecution(of: process))
      }
    }
  }

  @Test(.enabled(if: canUnshare)) func `a process with users of its own has no identity`() throws {
    try withChild(of: ["--user", "--fork", "--kill-child", "--map-root-user"]) { process in
      #expect(throws: SystemError(.open, code: EXDEV)) {
        _ = try ProgramFiles().file(of: process, ProcessExecution(of: process))
      }
    }
  }

  @Test func `What only root can replace is guarded`() throws {
    #expect(try ProgramFiles().file(at: "/usr/bin/env").place == .guarded)
  }

  @Test func `Every folder on a program's path is looked at, whatever letters names begin with`() {
    #expect(
      ProgramFiles.folders(above: "/opt/app/\u{301}bin/program") == ["/opt/app/\u{301}bin", "/opt/app", "/opt", "/"])
    #expect(ProgramFiles.folders(above: "/program") == ["/"])
  }

  /// A program that was replaced, or that runs from memory, does not get by with a path.
  @Test func `A program that is not at its path is elsewhere`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/program"
      // By a process of its own: a child that another test forks in the moment this one has the copy open for writing
      // would hold it open, and what somebody can write cannot be run (ETXTBSY).
      let copying = try ChildProcess.start(ChildPlan(path: "/bin/cp", arguments: ["/bin/cat", path]))
      #expect(try copying.wait() == .exited(0))
      let pipe = try SystemCalls.Pipe()
      var plan = ChildPlan(path: path)
      plan.input = pipe.reading.raw
      let child = try ChildProcess.start(plan)
      let handle = try ProcessHandle(process: child.process)
      #expect(try ProgramFiles().file(of: handle, ProcessExecution(of: handle)).place == .open)
      try FileManager.default.removeItem(atPath: path)
      let deleted = try ProgramFiles().file(of: handle, ProcessExecution(of: handle))
      #expect(deleted.place == .elsewhere)
      #expect(deleted.path == Array(path.utf8))
      try FileManager.default.copyItem(atPath: "/bin/echo", toPath: path)
      #expect(try ProgramFiles().file(of: handle, ProcessExecution(of: handle)).place == .elsewhere)
      try child.send(SIGKILL)
      _ = try child.wait()
    }
  }
}
