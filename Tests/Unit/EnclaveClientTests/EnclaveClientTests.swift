// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Glibc
import ProtectionModel
import SecretMemory
import Sockets
import Testing

@Suite struct EnclaveClientTests {
  private func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8).span) }

  @Test func `A reply is given and a refusal thrown`() throws {
    let pair = try PacketSocket.pair()
    let enclave = ScriptedEnclave(pair.far)
    try enclave.say(.welcome(version: 1))
    try enclave.say(.refused(.wrongPasscode(failures: 1, waitSeconds: 0)))
    try enclave.say(.done)
    let client = try OwnerChannel(adopting: pair.near)
    #expect(throws: EnclaveClientError.refused(.wrongPasscode(failures: 1, waitSeconds: 0))) {
      try client.unlock(secret("no"))
    }
    try client.unlock(secret("yes"))
    #expect(try enclave.hear() == .hello)
    #expect(try enclave.hear() == .unlock)
    #expect(try enclave.hear() == .unlock)
  }

  @Test func `A reply of another kind ends the channel`() throws {
    let pair = try PacketSocket.pair()
    let enclave = ScriptedEnclave(pair.far)
    try enclave.say(.welcome(version: 1))
    try enclave.say(.done)
    let client = try OwnerChannel(adopting: pair.near)
    #expect(throws: EnclaveClientError.unexpectedReply) { _ = try client.status() }
  }

  @Test func `A passcode of no length or too long is not sent`() throws {
    let pair = try PacketSocket.pair()
    let enclave = ScriptedEnclave(pair.far)
    try enclave.say(.welcome(version: 1))
    try enclave.say(.done)
    let client = try OwnerChannel(adopting: pair.near)
    #expect(throws: EnclaveClientError.passcodeLength) { try client.unlock(SecretBytes(count: 257) { _ in }) }
    try client.unlock(secret("the channel still works"))
  }

  @Test func `An enclave that is gone is said to be`() throws {
    let pair = try PacketSocket.pair()
    let enclave = ScriptedEnclave(pair.far)
    try enclave.say(.welcome(version: 1))
    let client = try OwnerChannel(adopting: pair.near)
    _ = consume enclave
    #expect(throws: EnclaveClientError.closed) { try client.lock(.now) }
    #expect(throws: EnclaveClientError.closed) { try client.lock(.now) }
  }

  @Test func `Remote keys translate refusals`() throws {
    let pair = try PacketSocket.pair()
    let enclave = ScriptedEnclave(pair.far)
    try enclave.say(.welcome(version: 1))
    try enclave.say(.refused(.keyLocked(.fileComplete)))
    try enclave.say(.refused(.damagedKey))
    try enclave.say(.refused(.noSuchKey(.keychainWhenPasscodeSetThisDeviceOnly)))
    try enclave.say(.refused(.erased))
    let keys = try RemoteClassKeys(adopting: pair.near)
    #expect(throws: ClassKeyError.refusedByLockState(.fileComplete)) { _ = try keys.makeKey(.fileComplete) }
    #expect(throws: ClassKeyError.damaged) { _ = try keys.makeKey(.fileComplete) }
    #expect(throws: ClassKeyError.noSuchKey(.keychainWhenPasscodeSetThisDeviceOnly)) {
      _ = try keys.makeKey(.fileComplete)
    }
    #expect(throws: ClassKeyError.unavailable) { _ = try keys.makeKey(.fileComplete) }
    _ = consume enclave
    #expect(throws: ClassKeyError.unavailable) { _ = try keys.makeKey(.fileComplete) }
    #expect(!keys.isAvailable(.fileNone))
  }

  /// An enclave that a disk has stopped for a while answers later, and its keys are to be had then.
  @Test func `Remote keys are waited for as long as the enclave lives`() throws {
    let pair = try PacketSocket.pair()
    let enclave = ScriptedEnclave(pair.far)
    try enclave.say(.welcome(version: EnclaveProtocol.version))
    let descriptor = pair.near.raw
    let keys = try RemoteClassKeys(adopting: pair.near)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      var limit = timeval(tv_sec: 1, tv_usec: 1)
      var size = socklen_t(MemoryLayout<timeval>.size)
      #expect(unsafe getsockopt(descriptor, SOL_SOCKET, option, &limit, &size) == 0)
      #expect(limit.tv_sec == 0 && limit.tv_usec == 0)
    }
    _ = keys
  }

  @Test func `Events come in order and are acknowledged`() throws {
    let pair = try PacketSocket.pair()
    let enclave = ScriptedEnclave(pair.far)
    try enclave.say(.welcome(version: 1))
    try enclave.say(.willLock(epoch: 1, milliseconds: 10_000))
    try enclave.say(.locking(epoch: 1, milliseconds: 2000))
    let events = try EnclaveEvents(adopting: pair.near)
    #expect(try events.next() == .willLock(epoch: 1, milliseconds: 10_000))
    #expect(try events.next() == .locking(epoch: 1, milliseconds: 2000))
    try events.acknowledge(epoch: 1, lost: 0)
    #expect(try enclave.hear() == .hello)
    #expect(try enclave.hear() == .acknowledge)
    _ = consume enclave
    #expect(throws: EnclaveClientError.closed) { _ = try events.next() }
  }

  @Test func `The supervisor keeps events that come between replies`() throws {
    let pair = try PacketSocket.pair()
    let enclave = ScriptedEnclave(pair.far)
    try enclave.say(.ready)
    try enclave.say(.welcome(version: 1))
    try enclave.say(.erased)
    try enclave.say(.done)
    try enclave.say(.done)
    let supervisor = SupervisorChannel(adopting: pair.near)
    try supervisor.waitUntilReady(within: .seconds(60))
    let events = try PacketSocket.pair()
    let files = try PacketSocket.pair()
    try supervisor.adopt(events: events.near.raw, files: files.near.raw)
    #expect(try supervisor.takeEvents(within: .zero) == [.erased])
    #expect(try supervisor.takeEvents(within: .zero) == [])
    let heard = try (0..<3).map { _ in try enclave.hearWithDescriptor() }
    #expect(heard.map(\.0) == [.hello, .adoptEvents, .adoptFiles])
    #expect(heard.map(\.descriptors) == [0, 1, 1])
  }
}
