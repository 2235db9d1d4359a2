// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import ProtectionModel
import SecretMemory
import Testing

/// What the owner decides about locking, at the real process.
@Suite struct OperationTests {
  private let home: EnclaveHome
  private let enclave: EnclaveProcess

  init() throws {
    home = try EnclaveHome()
    enclave = try EnclaveProcess(home)
    try enclave.client().setPasscode(secret("1234"))
  }

  private let long = LockSettings(graceSeconds: 3600, .waits)

  @Test func `To loosen takes the passcode, and to shorten takes none`() throws {
    let client = try enclave.client()
    #expect(throws: EnclaveClientError.refused(.notProved)) { try client.choose(long) }
    #expect(throws: EnclaveClientError.refused(.wrongPasscode(failures: 1, waitSeconds: 0))) {
      try client.choose(long, by: secret("wrong"))
    }
    #expect(try client.status().settings == .standard)
    try client.choose(long, by: secret("1234"))
    #expect(try client.status().settings == long)
    try client.choose(LockSettings(graceSeconds: 5, .waits))
    #expect(try client.status().settings.graceSeconds == 5)
    #expect(throws: EnclaveClientError.refused(.notProved)) {
      try client.choose(LockSettings(graceSeconds: 5, .erases))
    }
  }

  @Test func `While locked nothing loosens, with the passcode either, and everything can be shortened`() throws {
    let client = try enclave.client()
    try client.lock(.now)
    for _ in 0..<2 {
      let state = try client.status().state
      #expect(throws: EnclaveClientError.refused(.lockState(state))) { try client.choose(long) }
      #expect(throws: EnclaveClientError.refused(.lockState(state))) { try client.choose(long, by: secret("1234")) }
      try client.unlock(secret("1234"))
      try client.lock(.afterGrace)
    }
    try client.choose(LockSettings(graceSeconds: 0, .waits))
    #expect(try client.status().settings.graceSeconds == 0)
  }

  @Test func `An erase takes the passcode in every state`() throws {
    let client = try enclave.client()
    try client.lock(.now)
    #expect(throws: EnclaveClientError.refused(.wrongPasscode(failures: 1, waitSeconds: 0))) {
      try client.erase(by: secret("wrong"))
    }
    #expect(try client.status().state == .locked)
    try client.erase(by: secret("1234"))
  }
}
