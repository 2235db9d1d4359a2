// SPDX-License-Identifier: Apache-2.0
import BrokerService
import ForkedProcess
import Glibc
import Sandbox
import Testing

@Suite struct SandboxTests {
  @Test func insideTheSandboxStartingAProgramKills() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try Sandbox.enter(allowing: AllowedCall.broker)
        _ = startTrue()
      }
    }
  }

  @Test func insideTheSandboxASocketKills() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      ForkedProcess.endsWithOneThread {
        try Sandbox.enter(allowing: AllowedCall.broker)
        _ = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      }
    }
  }
}

private func startTrue() -> Int32 {
  var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("/bin/true"), nil]
  return unsafe execv("/bin/true", &arguments)
}
