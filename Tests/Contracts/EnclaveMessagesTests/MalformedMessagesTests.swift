// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import ProtectionModel
import SecretMemory
import Testing
import WireFormat

@Suite struct MalformedMessagesTests {
  @Test(
    arguments: [
      ("", .short), ("01", .short), ("0106", .short), ("0106 00", .short), ("0106 0004 313233", .short),
      ("0102 00", .long), ("0106 0001 31 31", .long), ("0202", .unknownVersion), ("0002", .unknownVersion),
      ("0100", .unknownNumber), ("0140 01", .unknownNumber), ("0180", .unknownNumber),
      ("0106 0000", .badValue), ("0106 0101", .badValue), ("0107 03", .badValue), ("010a 05 01", .badValue),
      ("010a 01 00", .badValue), ("010a 01 11", .badValue),
    ] as [(String, Malformation)])
  func `Are refused with the reason`(hex: String, reason: Malformation) {
    let packet = bytes(of: hex)
    #expect(throws: reason) { _ = try EnclaveRequest(decoding: packet.span) }
  }

  @Test func `An oversized packet is long`() {
    let packet: [UInt8] = [1, 2] + [UInt8](repeating: 0, count: EnclaveProtocol.largestRequest)
    #expect(throws: Malformation.long) { _ = try EnclaveRequest(decoding: packet.span) }
  }

  /// Whatever decodes has one encoding: the bytes it came from.
  @Test func `Random bytes decode to themselves or not at all`() throws {
    var random = SystemRandomNumberGenerator()
    var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
    for _ in 0..<20_000 {
      var packet = (0..<Int.random(in: 0...90)).map { _ in UInt8.random(in: 0...255, using: &random) }
      if packet.count > 1 { packet.replaceSubrange(0..<2, with: [1, UInt8.random(in: 0...140)]) }
      if let request = try? EnclaveRequest(decoding: packet.span) {
        try request.encode(into: &buffer)
        #expect(buffer.bytes == packet)
      }
      if let reply = try? EnclaveReply(decoding: packet.span) {
        try reply.encode(into: &buffer)
        #expect(buffer.bytes == packet)
      }
      if let event = try? EnclaveEvent(decoding: packet.span) {
        try event.encode(into: &buffer)
        #expect(buffer.bytes == packet)
      }
    }
  }

  @Test func `The largest messages fit`() throws {
    var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
    let batch = try NewKeyBatch(.fileCompleteUnlessOpen, count: EnclaveProtocol.keyCounts.upperBound) { _ in
      let bytes = [UInt8](repeating: 0, count: 72)
      let wrapped = try #require(WrappedKey(keyClass: .fileCompleteUnlessOpen, bytes: bytes))
      return NewKey(key: SecretBytes(count: 32) { _ in }, wrapped: wrapped)
    }
    try EnclaveReply.newKeys(batch).encode(into: &buffer)
    var request = WireBuffer(capacity: EnclaveProtocol.largestRequest)
    let longest = SecretBytes(count: EnclaveProtocol.passcodeLengths.upperBound) { _ in }
    try EnclaveRequest.changePasscode(PasscodeChange(from: longest.duplicate(), to: longest)).encode(into: &request)
  }

  @Test func `A passcode outside the limits is not sent`() {
    #expect(throws: WireError.badValue) {
      var buffer = WireBuffer(capacity: EnclaveProtocol.largestRequest)
      try EnclaveRequest.unlock(SecretBytes(count: 257) { _ in }).encode(into: &buffer)
    }
  }
}
