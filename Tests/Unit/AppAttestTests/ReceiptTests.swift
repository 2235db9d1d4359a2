// SPDX-License-Identifier: Apache-2.0
import AppAttest
import AppAttestObjects
import CertificateTrust
import CryptoPrimitives
import Testing

@Suite struct ReceiptTests {
  private let authority: TestAppAuthority

  init() throws { authority = try TestAppAuthority() }

  private func receipt(_ change: (inout [AppReceipt.Field]) -> Void = { _ in }) throws -> [UInt8] {
    try authority.receipt(authority.statement(ECPrivateKey(.p256).publicKey), [1, 2], change: change)
  }

  private func error(_ encoded: [UInt8], at time: Int = TestAppAuthority.time) -> AppReceiptError? {
    do {
      _ = try AppReceipt(encoded, anchors: [authority.root], at: time)
      return nil
    } catch { return error }
  }

  @Test func `Fields are found by their numbers, and those that are not known are kept`() throws {
    let read = try AppReceipt(receipt(), anchors: [authority.root], at: TestAppAuthority.time)
    #expect(read.kind == .attestation && read.appID == TestAppAuthority.appID && read[99] == [1, 2, 3])
    #expect(read.created == TestAppAuthority.time && read.expires == TestAppAuthority.time + 90 * 86_400)
    #expect(read.contents == AppReceipt(read.fields).contents)
    let renewal = AppReceipt([.init(AppReceipt.Number.kind, Array("RECEIPT".utf8)), .init(17, Array("3".utf8))])
    #expect(renewal.kind == .renewal && renewal.risk == 3 && renewal.expires == nil)
  }

  @Test func `One that is written has lengths that are known at the end, as Apple's have`() throws {
    let encoded = try receipt()
    #expect(encoded.prefix(2) == [0x30, 0x80] && encoded.suffix(2) == [0, 0])
    let published = try AppAttestationObject(PublishedAttestation.named("2024").attestation).receipt
    #expect(published.prefix(2) == [0x30, 0x80])
  }

  @Test func `Lengths without an end, and all that is cut off, are refused`() throws {
    for encoded in [try receipt(), try AppAttestationObject(PublishedAttestation.named("2026").attestation).receipt] {
      for count in 0..<encoded.count {
        #expect(error(Array(encoded.prefix(count))) == .signature(.malformed), "\(count) octets")
      }
      #expect(error(encoded + [0]) == .signature(.malformed))
    }
    #expect(error([UInt8](repeating: 0x30, count: 60_000)) == .signature(.malformed))
    let nested = (0..<30_000).flatMap { _ -> [UInt8] in [0x30, 0x80] }
    #expect(error(nested) == .signature(.malformed))
    #expect(error([UInt8](repeating: 0, count: 70_000)) == .signature(.malformed))
  }

  @Test func `Another signer, other contents and a time that is over are refused`() throws {
    let other = try TestAppAuthority()
    let foreign = try other.receipt(other.statement(ECPrivateKey(.p256).publicKey), [1])
    #expect(error(foreign) == .trust(.untrusted))
    let encoded = try receipt()
    let place = try #require(encoded.firstRange(of: Array("TEAM000001".utf8)))
    var changed = encoded
    changed[place.lowerBound] ^= 1
    #expect(error(changed) == .signature(.mismatch))
    #expect(error(encoded, at: TestAppAuthority.time + 91 * 86_400) == .expired)
    #expect(error(try receipt { $0.removeAll { $0.number == 21 } }) == .field(21))
    #expect(error(try receipt { $0.append(.init(21 + 200, [])) }) == nil)
  }

  @Test func `An app that signs one by its attested key, which is under the same root, is refused`() throws {
    let key = try ECPrivateKey(.p256)
    let leaf = try AppAttestationObject(authority.attestation(authority.statement(key.publicKey))).certificates[0]
    let fields = try AppReceipt(receipt(), anchors: [authority.root], at: TestAppAuthority.time).fields
    let forged = try key.withPKCS8 { key in
      try SignedContent.sign(
        AppReceipt(fields + [.init(AppReceipt.Number.risk, Array("1".utf8))]).contents, by: leaf,
        issuedBy: [authority.intermediate], pkcs8: key)
    }
    #expect(error(forged) == .trust(.wrongUse))
  }

  @Test func `Times are those of RFC 3339 in UTC`() {
    #expect(ReceiptTime.seconds("1970-01-01T00:00:00Z") == 0)
    #expect(ReceiptTime.seconds("2024-04-18T16:14:54.209Z") == 1_713_456_894)
    for text in [
      "", "2024-04-18", "2024-04-18 16:14:54.209Z", "2024-02-30T16:14:54.209Z", "2024-04-18T16:14:54,209Z",
      "2024-04-18T16:14:54.209+", "２024-04-18T16:14:54Z",
    ] {
      #expect(ReceiptTime.seconds(text) == nil, "\(text)")
    }
  }
}
