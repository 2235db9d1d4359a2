// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import Testing

@Suite struct CryptoTests {
  @Test func `Every primitive is there`() { #expect(throws: Never.self) { try Crypto.prepare() } }

  @Test func `Comparison sees every bit and the length`() {
    let bytes = SystemRandom.bytes(32)
    #expect(equal(bytes, bytes))
    for changed in bitFlips(of: bytes) { #expect(!equal(bytes, changed)) }
    #expect(!equal(bytes, Array(bytes.dropLast())))
    #expect(equal([UInt8](), [UInt8]()))
  }

  @Test func `Random bytes do not repeat`() {
    let drawn = Set((0..<1000).map { _ in SystemRandom.bytes(16) })
    #expect(drawn.count == 1000)
    #expect(SystemRandom.bytes(0) == [])
  }

  private func equal(_ one: [UInt8], _ other: [UInt8]) -> Bool { equalInConstantTime(one.span, other.span) }
}
