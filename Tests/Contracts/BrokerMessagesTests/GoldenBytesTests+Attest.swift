// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import BrokerMessages
import PromptModel
import Testing

extension GoldenBytesTests {
  private static func hex(_ byte: String, _ count: Int) -> String { String(repeating: byte, count: count) }

  @Test func `Messages about attesting`() throws {
    let (id, idHex) = ([UInt8](repeating: 7, count: 32), Self.hex("07", 32))
    try check(.attest(.support), "02 0c01")
    try check(.attest(.makeKey), "02 0c02")
    try check(.attest(.attest(id, clientDataHash: [1, 2])), "02 0c03 \(idHex) 00000002 0102")
    try check(.attest(.assert(id, clientDataHash: [])), "02 0c04 \(idHex) 00000000")
    try check(.attest(.report), "02 0c05")
    try check(.attest(.reset("T.a")), "02 0c06 00000003 542e61")
    try check(.attest(.root), "02 0c07")
    try check(.attest(.enrol("a", nil)), "02 0c08 00000001 61 00")
    let proof = QuestionNumber([UInt8](repeating: 3, count: QuestionNumber.size))
    try check(.attest(.enrol("a", proof)), "02 0c08 00000001 61 01 \(Self.hex("03", QuestionNumber.size))")
    try check(.attest(.leaveIssuer(nil)), "02 0c09 00")
    try check(.attest(.leaveIssuer(proof)), "02 0c09 01 \(Self.hex("03", QuestionNumber.size))")
    try check(.attest(.enrolment), "02 0c0a")
    try check(.attest(.deviceSupport), "02 0c0b")
    try check(.attest(.deviceToken), "02 0c0c")

    try check(.attest(.key(id)), "02 0c01 \(idHex)")
    try check(.attest(.object([9])), "02 0c02 00000001 09")
    let report = AttestReport(
      keys: [
        AttestedKeyListing(id: id, appID: "T.a", made: 1, attested: 2),
        AttestedKeyListing(id: id, appID: "T.b", made: 3, attested: nil),
      ], refusals: [AttestRefusalNote(program: "/p", .keyGone, time: 4)], root: [5], isClockRight: true)
    func time(_ digit: Int) -> String { "000000000000000\(digit)" }
    try check(
      .attest(.report(report)),
      "02 0c03 00000002 \(idHex) 00000003 542e61 \(time(1)) 01 \(time(2)) \(idHex) 00000003 542e62 \(time(3)) 00 "
        + "00000001 00000002 2f70 03 \(time(4)) 01 00000001 05 01")
    try check(.attest(.removed(258)), "02 0c04 00000102")
    try check(.attest(.enrolment("a")), "02 0c05 00000001 61")
    try check(.refused(.attest(.clockWrong)), "0147 5a 04")
    #expect(AppAttestFailure.allCases.map(\.rawValue) == Array(1...14))
  }
}
