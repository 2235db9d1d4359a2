// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import EventualConditions
import ProtectionModel
import SecretMemory
import Sockets
import SystemCalls
import Testing

/// What the login says, and what follows it, at the real process.
@Suite struct OfferTests {
  private let home: EnclaveHome
  private let enclave: EnclaveProcess

  init() throws {
    home = try EnclaveHome()
    enclave = try EnclaveProcess(home)
    try enclave.client().setPasscode(secret("1234"))
  }

  private func state() throws -> LockState { try enclave.client().status().state }

  @Test func `The login's password unlocks though whoever offered it has gone`() throws {
    try enclave.client().lock(.now)
    try enclave.client().offer(secret("1234"))
    try eventually { try state() == .unlocked }
  }

  /// Answers are the same, so that only the state tells anything.
  @Test func `One that is not the passcode is answered alike and is no wrong passcode`() throws {
    let client = try enclave.client()
    try client.lock(.now)
    try client.offer(secret("password"))
    // The next of the same channel is tried after it.
    #expect(throws: EnclaveClientError.refused(.wrongPasscode(failures: 1, waitSeconds: 0))) {
      try client.unlock(secret("wrong"))
    }
    // Used up: it is refused before it is looked at.
    #expect(throws: EnclaveClientError.refused(.offerRefused)) { try client.offer(secret("1234")) }
    #expect(try state() == .locked)
    try client.unlock(secret("1234"))
    try client.lock(.now)
    try client.offer(secret("1234"))
    try eventually { try state() == .unlocked }
  }

  @Test func `While it is unlocked nothing is offered`() throws {
    #expect(throws: EnclaveClientError.refused(.lockState(.unlocked))) { try enclave.client().offer(secret("1234")) }
  }

  @Test func `The passcode changes along with the password while unlocked`() throws {
    let client = try enclave.client()
    #expect(throws: EnclaveClientError.refused(.passcodeTooShort)) {
      try client.offerChange(from: secret("1234"), to: secret("12"))
    }
    try client.offerChange(from: secret("1234"), to: secret("56789"))
    #expect(throws: EnclaveClientError.refused(.offerRefused)) {
      try client.offerChange(from: secret("1234"), to: secret("mine"))
    }
    #expect(try client.status().failures == 0)
    try client.lock(.now)
    #expect(throws: EnclaveClientError.refused(.lockState(.locked))) {
      try client.offerChange(from: secret("56789"), to: secret("1234"))
    }
    try client.unlock(secret("56789"))
  }

  @Test func `Who follows the session may lock and nothing else`() throws {
    let locker = try locker()
    for refused in [
      Result { () throws(EnclaveClientError) in _ = try locker.status() },
      Result { () throws(EnclaveClientError) in try locker.unlock(secret("1234")) },
      Result { () throws(EnclaveClientError) in try locker.offer(secret("1234")) },
      Result { () throws(EnclaveClientError) in try locker.erase() },
      Result { () throws(EnclaveClientError) in try locker.choose(LockSettings(graceSeconds: 0, .waits)) },
    ] {
      #expect(throws: EnclaveClientError.refused(.notPermitted)) { try refused.get() }
    }
    try locker.lock(.now)
    #expect(try state() == .locked)
    // Another one takes its place.
    try self.locker().lock(.now)
    #expect(throws: EnclaveClientError.self) { try locker.lock(.now) }
  }

  /// Of the enclave's end no copy stays here.
  private func locker() throws -> OwnerChannel {
    let pair = try PacketSocket.pair()
    try enclave.supervisor.adopt(locker: pair.far.raw)
    return try OwnerChannel(adopting: pair.near)
  }
}
