// SPDX-License-Identifier: Apache-2.0
import FileService
import ForkedProcess
import Glibc
import SystemCallFilter
import Testing

@Suite struct FilterTests {
  @Test func `Inside the sandbox starting a program kills`() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: AllowedCall.files)
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        _ = unsafe execv("/bin/true", &arguments)
      }
    }
  }

  @Test func `Inside the sandbox a socket kills`() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: AllowedCall.files)
        _ = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      }
    }
  }

  @Test func `Inside the sandbox a mount kills`() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: AllowedCall.files)
        _ = unsafe mount("none", "/nowhere", "tmpfs", 0, nil)
      }
    }
  }

  @Test func `Inside the sandbox becoming somebody else kills`() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: AllowedCall.files)
        _ = setuid(4711)
      }
    }
  }

  @Test func `Inside the sandbox memory that holds code kills`() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: AllowedCall.files)
        _ = unsafe mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      }
    }
  }

  @Test func `Inside the sandbox files are opened, made and renamed`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: AllowedCall.files)
        let folder = unsafe open("/tmp", O_RDONLY | O_DIRECTORY)
        let name = "filter-\(getpid())"
        guard unsafe mkdirat(folder, name, 0o700) == 0, unsafe renameat(folder, name, folder, name + "-moved") == 0,
          unsafe unlinkat(folder, name + "-moved", AT_REMOVEDIR) == 0
        else { return }
        _exit(7)
      }
    }
  }
}
