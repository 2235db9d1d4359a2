// SPDX-License-Identifier: Apache-2.0
import BrokerService
import ForkedProcess
import Glibc
import SystemCallFilter
import Testing

@Suite struct SystemCallFilterTests {
  @Test func `Inside the sandbox starting a program kills`() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: AllowedCall.broker)
        _ = startTrue()
      }
    }
  }

  @Test func `Inside the sandbox a socket kills`() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: AllowedCall.broker)
        _ = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      }
    }
  }
}

private func startTrue() -> Int32 {
  var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("/bin/true"), nil]
  return unsafe execv("/bin/true", &arguments)
}
