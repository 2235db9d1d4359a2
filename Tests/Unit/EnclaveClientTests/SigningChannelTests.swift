// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveMessages
import ProtectionModel
import SecretMemory
import Sockets
import SystemCalls
import Testing
import Threads
import WireFormat

/// A program's own channel, where there are pages to share and more than one processor to watch them with.
@Suite(
  .enabled(
    if: SecretPages.haveRoom(for: 8192) && ProcessorAffinity.hasSeveral, "needs locked memory and several processors"))
struct SigningChannelTests {
  private let digest = [UInt8](repeating: 7, count: 32)
  private let signature = [UInt8](repeating: 9, count: 70)

  @Test func `It asks in pages and is not confused by what it was told`() throws {
    let pair = try PacketSocket.pair()
    let enclave = ScriptedEnclave(pair.far)
    let memory = try SharedMemoryChannel.memory()
    try enclave.say(.done, attached: memory.raw)
    let channel = try SigningChannel(adopting: pair.near)
    let pages = try SharedMemoryChannel(sharing: memory)
    #expect(try enclave.hear() == .shareMemoryChannel)
    // The answer is there when it looks: it does not read that it is.
    try answer(pages)
    try enclave.say(.done)
    #expect(try channel.signature(ofDigest: digest) == signature)
    #expect(try question(pages) == [1, 23, 0, 32] + digest)
    #expect(try enclave.hear() == .look)
    // What it was told before comes first, then a word for itself.
    try enclave.say(.refused(.keyLocked(.keychainWhenUnlocked)))
    #expect(throws: EnclaveClientError.refused(.keyLocked(.keychainWhenUnlocked))) {
      _ = try channel.signature(ofDigest: digest)
    }
    try answer(pages)
    #expect(try channel.signature(ofDigest: digest) == signature)
  }

  @Test func `An enclave that goes ends the wait`() throws {
    let pair = try PacketSocket.pair()
    let enclave = ScriptedEnclave(pair.far)
    let memory = try SharedMemoryChannel.memory()
    try enclave.say(.done, attached: memory.raw)
    let channel = try SigningChannel(adopting: pair.near)
    enclave.socket.shutDown()
    #expect(throws: EnclaveClientError.closed) { _ = try channel.signature(ofDigest: digest) }
  }

  // MARK: - Parts

  private func answer(_ pages: borrowing SharedMemoryChannel) throws {
    var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
    try EnclaveReply.signature(signature).encode(into: &buffer)
    buffer.withBytes { _ = pages.put($0, in: .replies) }
  }

  private func question(_ pages: borrowing SharedMemoryChannel) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: EnclaveProtocol.largestRequest)
    var span = bytes.mutableSpan
    let count = try pages.take(from: .requests, into: &span)
    return Array(bytes.prefix(count ?? 0))
  }
}
