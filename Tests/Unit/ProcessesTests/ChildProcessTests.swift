// SPDX-License-Identifier: Apache-2.0
import Events
import Files
import Glibc
import Processes
import SystemCalls
import TemporaryFolder
import Testing

@Suite struct ChildProcessTests {
  @Test func `An exit code comes back`() throws {
    let child = try ChildProcess.start(ChildPlan(path: "/bin/sh", arguments: ["-c", "exit 7"]))
    #expect(try Poll.readable([child.descriptor.raw], within: .seconds(60)) == [true])
    #expect(try child.wait() == .exited(7))
  }

  @Test func `A signal comes back`() throws {
    let child = try ChildProcess.start(ChildPlan(path: "/bin/sleep", arguments: ["100"]))
    try child.send(SIGKILL)
    #expect(try child.wait() == .killed(signal: SIGKILL))
    #expect(throws: SystemError(.kill, code: ESRCH)) { try child.send(SIGTERM) }
  }

  @Test func `A missing program is an error at once`() {
    #expect(throws: SystemError(.exec, code: ENOENT)) {
      _ = try ChildProcess.start(ChildPlan(path: "/no/such/program"))
    }
  }

  @Test func `The child has its descriptors and no others`() throws {
    let stray = try FileDescriptor.open("/", O_RDONLY)
    _ = fcntl(stray.raw, F_SETFD, 0)
    let one = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
    let two = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
    let output = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
    var plan = ChildPlan(
      path: "/bin/sh",
      arguments: [
        "-c", "echo first >&3; echo second >&4; for i in /proc/$$/fd/*; do test -e $i && echo ${i##*/}; done; true",
      ])
    plan.descriptors = [one.raw, two.raw]
    plan.output = output.raw
    let child = try ChildProcess.start(plan)
    #expect(try child.wait() == .exited(0))
    #expect(try one.read(count: 100, at: 0) == Array("first\n".utf8))
    #expect(try two.read(count: 100, at: 0) == Array("second\n".utf8))
    #expect(try output.read(count: 100, at: 0) == Array("0\n1\n2\n3\n4\n".utf8))
  }

  @Test func `Descriptors may trade places`() throws {
    let files = try (0..<2).map { _ in
      try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600).release()
    }
    defer { for file in files { close(file) } }
    var plan = ChildPlan(path: "/bin/sh", arguments: ["-c", "echo low >&3; echo high >&4"])
    plan.descriptors = [files[1], files[0]]
    #expect(try ChildProcess.start(plan).wait() == .exited(0))
    let high = FileDescriptor(owning: dup(files[0]))
    #expect(try high.read(count: 9, at: 0) == Array("high\n".utf8))
  }

  @Test func `A child on its own leads a session`() throws {
    let output = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
    var plan = ChildPlan(
      path: "/bin/sh", arguments: ["-c", "read -r _ _ _ _ _ session _ < /proc/$$/stat; test $session = $$"])
    plan.output = output.raw
    plan.life = .onItsOwn
    #expect(try ChildProcess.start(plan).wait() == .exited(0))
  }
}

@Suite struct FileLockTests {
  @Test func `Only one open file has the lock`() throws {
    try withTemporaryFolder { path in
      let path = path + "/lock"
      let first = try FileDescriptor.open(path, O_RDWR | O_CREAT, mode: 0o600)
      let second = try FileDescriptor.open(path, O_RDWR)
      #expect(try first.tryLock())
      #expect(try !second.tryLock())
      _ = consume first
      // A child another test is just starting has the first file open until it executes its program.
      for _ in 0..<6000 where try !second.tryLock() { _ = try Poll.readable([], within: .milliseconds(10)) }
      #expect(try second.tryLock())
    }
  }
}
