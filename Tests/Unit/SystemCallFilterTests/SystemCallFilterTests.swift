// SPDX-License-Identifier: Apache-2.0
import ForkedProcess
import Glibc
import SystemCallFilter
import Testing

/// Each in a process of its own, as there is no way back.
@Suite struct SystemCallFilterTests {
  static let writing: [AllowedCall] = ["write", "exit_group", "rt_sigreturn", "futex", "munmap"]

  @Test func `What is allowed works`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: SystemCallFilterTests.writing)
        _ = unsafe write(1, "", 0)
        _exit(7)
      }
    }
  }

  @Test func `Opening a file kills`() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: SystemCallFilterTests.writing)
        _ = unsafe open("/dev/null", O_RDONLY)
        _exit(7)
      }
    }
  }

  @Test func `A socket kills`() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: SystemCallFilterTests.writing)
        _ = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        _exit(7)
      }
    }
  }

  @Test func `Executable memory kills and other memory does not`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: SystemCallFilterTests.writing + [.mapData])
        _ = unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        _exit(7)
      }
    }
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: SystemCallFilterTests.writing + [.mapData])
        _ = unsafe mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        _exit(7)
      }
    }
  }

  @Test func `A call that does not exist is said`() {
    #expect(throws: SystemCallFilterError(step: .name("fly"), code: ENOSYS)) {
      try SystemCallFilter.enter(allowing: ["fly"])
    }
  }
}
