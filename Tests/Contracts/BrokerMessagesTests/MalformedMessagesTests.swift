// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import KeychainModel
import Testing
import WireFormat

@Suite struct MalformedMessagesTests {
  /// For the person, up to what is to be typed.
  private static let question = "02 0302 01 \(String(repeating: "09", count: 16)) 00000007 00 00000000 00"
  private static let noOptions = "00 00 00 00 00 00 00 00 00 01 00 00 00 00000000"

  @Test(
    arguments: [
      ("", .short), ("01", .short), ("02", .short), ("0201", .short), ("0301", .unknownVersion),
      ("0100", .unknownNumber),
      ("0142", .unknownNumber), ("0103", .unknownNumber), ("02 0001", .unknownNumber), ("02 0142", .unknownNumber),
      ("02 1f01", .unknownNumber), ("02 ff01", .unknownNumber),
      ("02 0201 00", .long), ("02 0102 06", .badValue), ("02 0102 00 03 01", .badValue),
      ("02 0102 00 01 00", .badValue),
      // Attributes out of order, twice, and one there is not.
      ("02 0102 00 00 02 73766365 01 00000000 61636374 01 00000000 \(noOptions)", .badValue),
      ("02 0102 00 00 02 61636374 01 00000000 61636374 01 00000000 \(noOptions)", .badValue),
      ("02 0102 00 00 01 78787878 01 00000000 \(noOptions)", .badValue),
      // No type, no UTF-8, no flag, an access control that contradicts itself.
      ("02 0102 00 00 01 61636374 07 \(noOptions)", .badValue),
      ("02 0102 00 00 01 61636374 01 00000001 ff \(noOptions)", .badValue),
      ("02 0102 00 00 01 61636374 04 02 \(noOptions)", .badValue),
      ("02 0102 00 00 01 61636363 06 01060100000003 \(noOptions)", .badValue),
      // Longer than there is, longer than it may be.
      ("02 0102 00 00 01 61636374 02 00000009 00", .short), ("02 0102 00 00 01 61636374 02 00100001", .badValue),
      ("02 0101 00 00 00 \(noOptions) 01 00100001", .badValue),
      // Options.
      ("02 0102 00 00 00 00 10", .badValue), ("02 0102 00 00 00 00 00 04", .badValue),
      ("02 0102 00 00 00 00 00 00 02", .badValue),
      ("02 0102 00 00 00 00 00 00 00 00 03", .badValue), ("02 0102 00 00 00 00 00 00 00 00 00 00 03", .badValue),
      ("02 0102 00 00 00 00 00 00 00 00 00 00 00 00 00 04", .badValue),
      ("02 0102 00 00 00 00 00 00 00 00 00 00 00 00 00 01 41", .badValue),
      ("02 0102 00 00 00 00 00 00 00 00 00 00 00 00 00 01 00 00 0000 03", .badValue),
      ("02 0102 00 00 00 00 00 00 00 00 00 00 00 00 00 01 00 00 0000 00 00 00000001", .badValue),
    ] as [(String, BrokerMalformation)])
  func `A malformed request is refused with the reason`(hex: String, malformation: BrokerMalformation) {
    #expect(throws: malformation) { _ = try BrokerRequest(decoding: bytes(of: hex).span) }
  }

  @Test(
    arguments: [
      ("02 0102 03 00000000", .badValue), ("02 0102 02 ffffffff", .short), ("02 0102 02 00000001 00", .badValue),
      ("02 0201 09", .badValue), ("02 0201 01 00 2711", .badValue), ("0147 00", .badValue),
      ("0147 05 00000000", .badValue),
      ("0147 01 06", .badValue), ("0140 00", .short),
      // A passcode has no keychain, a password has one with a name, which is not longer than any.
      ("\(question) 00", .badValue), ("\(question) 10", .badValue), ("\(question) 0d 00000001 70 00 0d", .badValue),
      ("\(question) 01 0001 6b", .long),
      ("\(question) 03", .short), ("\(question) 03 0000", .badValue), ("\(question) 03 0401", .badValue),
      ("\(question) 03 0002 6b0a", .badValue),
    ] as [(String, BrokerMalformation)])
  func `A malformed reply is refused with the reason`(hex: String, malformation: BrokerMalformation) {
    #expect(throws: malformation) { _ = try BrokerReply(decoding: bytes(of: hex).span) }
  }

  @Test func `Every prefix is short`() throws {
    var buffer = WireBuffer(smallest: 64, capacity: 1 << 16)
    let query = ItemQuery(.genericPassword, [.account: "me", .creator: 5], options: RequestOptions(limit: .count(3)))
    let changes = ItemChanges(data: SecretData(copying: [1, 2].span))
    try BrokerRequest.keychain(.update(query, changes)).encode(into: &buffer)
    let message = Array(buffer.bytes.dropFirst(4))
    for count in 0..<message.count {
      #expect(throws: BrokerMalformation.short) { _ = try BrokerRequest(decoding: Array(message.prefix(count)).span) }
    }
  }

  @Test func `What is larger than it may be is not written`() {
    var buffer = WireBuffer(smallest: 64, capacity: 4 + BrokerProtocol.largestMessage)
    func refuses(_ request: KeychainRequest) {
      #expect(throws: WireError.self) { try BrokerRequest.keychain(request).encode(into: &buffer) }
    }
    let large = SecretData(copying: [UInt8](repeating: 1, count: KeychainLimits.secret + 1).span)
    refuses(.add(ItemAddition(.genericPassword, data: large)))
    let text = AttributeValue.data([UInt8](repeating: 1, count: KeychainLimits.attribute + 1))
    refuses(.find(ItemQuery(.genericPassword, [.account: text])))
    let part = AttributeValue.data([UInt8](repeating: 1, count: KeychainLimits.attributes / 4))
    refuses(
      .find(
        ItemQuery(.genericPassword, [.account: part, .service: part, .label: part, .comment: part, .generic: part])))
  }

  @Test func `The largest item fits`() throws {
    var buffer = WireBuffer(smallest: 64, capacity: 4 + BrokerProtocol.largestMessage)
    let data = SecretData(copying: [UInt8](repeating: 1, count: KeychainLimits.secret).span)
    let part = AttributeValue.data([UInt8](repeating: 1, count: KeychainLimits.attributes / 4))
    var addition = ItemAddition(.identity, [.account: part, .service: part, .label: part, .comment: part], data: data)
    addition.certificate = CertificatePart(attributes: addition.attributes, data: data)
    try BrokerRequest.keychain(.add(addition)).encode(into: &buffer)
    let message = Array(buffer.bytes.dropFirst(4))
    guard case .keychain(.add(let read)) = try BrokerRequest(decoding: message.span) else {
      throw BrokerMalformation.badValue
    }
    #expect(read.data?.count == KeychainLimits.secret)
    #expect(read.attributes == addition.attributes)
  }

  @Test func `No two requests and no two replies have the same number, and each is its family's`() {
    let requests = BrokerRequest.numbers.flatMap { family in family.numbers.map { (family.family, $0.rawValue) } }
    #expect(requests.allSatisfy { $0.1 >> 8 == UInt16($0.0.rawValue) })
    #expect(Set(requests.map(\.1)).count == requests.count)
    #expect(BrokerRequest.numbers.map(\.family) == MessageFamily.allCases.filter { $0 != .connection })
    #expect(Set(BrokerReply.numbers).count == BrokerReply.numbers.count)
    #expect(BrokerReply.numbers.allSatisfy { MessageFamily(rawValue: UInt8($0 >> 8)) != nil })
  }

  /// A program of an SDK from before families had numbers of their own: its greeting is read, and so is its refusal there.
  @Test func `The messages of the connection are those of every version`() throws {
    let greeting = bytes(of: "0101 02 02 \(String(repeating: "07", count: 16)) 0000")
    guard case .hello(2, 2, _, _) = try BrokerRequest(decoding: greeting.span) else {
      throw BrokerMalformation.badValue
    }
    var buffer = WireBuffer(smallest: 64, capacity: 1 << 10)
    try BrokerReply.refused(.noSharedVersion).encode(into: &buffer)
    #expect(buffer.bytes == bytes(of: "00000003 0147 04"))
  }
}
