// SPDX-License-Identifier: Apache-2.0
import ForkedProcess
import Glibc
import Sandbox
import Testing

/// Each in a process of its own, as there is no way back.
@Suite struct SandboxTests {
  static let writing: [AllowedCall] = ["write", "exit_group", "rt_sigreturn", "futex", "munmap"]

  @Test func whatIsAllowedWorks() async {
    await #expect(processExitsWith: .exitCode(7)) {
      ForkedProcess.endsWithOneThread {
        try Sandbox.enter(allowing: SandboxTests.writing)
        _ = unsafe write(1, "", 0)
        _exit(7)
      }
    }
  }

  @Test func openingAFileKills() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try Sandbox.enter(allowing: SandboxTests.writing)
        _ = unsafe open("/dev/null", O_RDONLY)
        _exit(7)
      }
    }
  }

  @Test func aSocketKills() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try Sandbox.enter(allowing: SandboxTests.writing)
        _ = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        _exit(7)
      }
    }
  }

  @Test func executableMemoryKillsAndOtherMemoryDoesNot() async {
    await #expect(processExitsWith: .exitCode(7)) {
      ForkedProcess.endsWithOneThread {
        try Sandbox.enter(allowing: SandboxTests.writing + [.mapData])
        _ = unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        _exit(7)
      }
    }
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try Sandbox.enter(allowing: SandboxTests.writing + [.mapData])
        _ = unsafe mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        _exit(7)
      }
    }
  }

  @Test func aCallThatDoesNotExistIsSaid() {
    #expect(throws: SandboxError(step: .name("fly"), code: ENOSYS)) { try Sandbox.enter(allowing: ["fly"]) }
  }
}
