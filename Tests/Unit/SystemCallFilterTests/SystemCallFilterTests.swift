// SPDX-License-Identifier: Apache-2.0
import ForkedProcess
import Glibc
import SystemCallFilter
import Testing

/// Each in a process of its own, as there is no way back.
@Suite struct SystemCallFilterTests {
  static let writing: [AllowedCall] = ["write", "exit_group", "rt_sigreturn", "futex", "munmap"]
  static let signalling: [AllowedCall] = writing + ["getpid", "gettid", "rt_sigprocmask"]

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

  @Test func `What is refused fails, and nothing else does`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.refuse([
          RefusedCall("socket", argument: 0, isAtLeast: UInt64(AF_UNIX) + 1, failingWith: EPERM),
          RefusedCall("ptrace", failingWith: EPERM),
        ])
        let stream = Int32(SOCK_STREAM.rawValue)
        guard socket(AF_UNIX, stream, 0) >= 0, unsafe open("/dev/null", O_RDONLY) >= 0 else { _exit(1) }
        guard socket(AF_INET, stream, 0) < 0, errno == EPERM, socket(AF_INET6, stream, 0) < 0, errno == EPERM else {
          _exit(2)
        }
        _exit(7)
      }
    }
  }

  @Test func `What is not allowed may fail, and files opened and sockets made be of one kind`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(
          allowing: SystemCallFilterTests.writing + [.openForReading, .sockets(.internet), .sockets(.routing)],
          otherwise: .fails)
        let (stream, raw) = (Int32(SOCK_STREAM.rawValue), Int32(SOCK_RAW.rawValue))
        guard unsafe open("/dev/null", O_RDONLY) >= 0, socket(AF_INET, stream, 0) >= 0 else { _exit(1) }
        guard unsafe open("/dev/null", O_WRONLY) < 0, errno == EPERM else { _exit(2) }
        guard unsafe open("/tmp", O_RDONLY | O_CREAT, 0o600) < 0, errno == EPERM else { _exit(3) }
        guard socket(AF_UNIX, stream, 0) < 0, errno == EPERM else { _exit(4) }
        guard socket(AF_NETLINK, raw, 0) >= 0, socket(AF_NETLINK, raw, 4) < 0, errno == EPERM else { _exit(5) }
        guard getppid() == -1, errno == EPERM else { _exit(6) }
        _exit(7)
      }
    }
  }

  @Test func `Threads of this process alone are signalled`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: SystemCallFilterTests.signalling + [.signalThreads])
        pthread_kill(pthread_self(), 0)
        _exit(7)
      }
    }
    await #expect(processExitsWith: .signal(SIGSYS)) {
      // Of the process that forks: to the forked one it is another.
      let threadsOfAnother = AllowedCall.signalThreads
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: SystemCallFilterTests.signalling + [threadsOfAnother])
        pthread_kill(pthread_self(), 0)
        _exit(7)
      }
    }
  }

  @Test func `A descriptor has no other process signalled`() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        let allowed = SystemCallFilterTests.writing + AllowedCall.descriptorFlags + AllowedCall.fileLocks
        try SystemCallFilter.enter(allowing: allowed)
        _ = fcntl(1, F_SETOWN, 1)
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
