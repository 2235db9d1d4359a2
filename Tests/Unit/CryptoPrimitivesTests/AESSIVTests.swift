// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import Testing

/// RFC 5297 has examples for its smallest key size only: these are its inputs (A.1, A.2) and others under a 512-bit
/// key, with outputs of two other implementations that agree: pyca/cryptography's and one written from the RFC's
/// section 2 over CMAC and CTR.
@Suite struct AESSIVTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let associated: [String]
    let plaintext, sealed: String
    var testDescription: String { name }
  }

  static let key = """
    fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8e7e6e5e4e3e2e1e0
    dfdedddcdbdad9d8d7d6d5d4d3d2d1d0cfcecdcccbcac9c8c7c6c5c4c3c2c1c0
    """
  static let vectors = [
    Vector(
      name: "A.1, one header", associated: ["101112131415161718191a1b1c1d1e1f2021222324252627"],
      plaintext: "112233445566778899aabbccddee",
      sealed: "59e71a7723eaa441e91cb355cdeaba2b2ceadefbbc1c950948b8e8ed7c4a"),
    Vector(
      name: "A.2, three headers",
      associated: [
        "00112233445566778899aabbccddeeffdeaddadadeaddadaffeeddccbbaa99887766554433221100", "102030405060708090a0",
        "09f911029d74e35bd84156c5635688c0",
      ],
      plaintext: "7468697320697320736f6d6520706c61696e7465787420746f20656e6372797074207573696e67205349562d414553",
      sealed: """
        1f74c3f617fc93c7244fe63734ad410a3f615c51643402789c3dde8d09c56ad8
        1c6996e341fa863b3541cd39974a1f689a0cb578d6ba05845fd9766d34a483
        """),
    Vector(
      name: "no header", associated: [], plaintext: "6e616d65", sealed: "25645e70cd68e2c7dbe36f35f3b5d7930942c7af"),
    Vector(
      name: "an empty header, which counts", associated: [""], plaintext: "6e616d65",
      sealed: "6afa6663a7349d6a6c5407776dcc64afdef695f1"),
  ]

  @Test(arguments: vectors) func `Seals and opens as published`(vector: Vector) throws {
    let key = secret(hex: Self.key)
    let associated = vector.associated.map(hex)
    let sealed = try AESSIV.seal(hex(vector.plaintext).span, associated: associated, key: key)
    #expect(sealed == hex(vector.sealed))
    let opened = try AESSIV.open(sealed.span, associated: associated, key: key)
    #expect(opened == hex(vector.plaintext))
  }

  @Test func `Refuses every changed bit`() throws {
    let key = SystemRandom.secret(64)
    let directory = SystemRandom.bytes(16)
    let sealed = try AESSIV.seal(Array("notes.txt".utf8).span, associated: [directory], key: key)
    for changed in bitFlips(of: sealed) { expectRefusal(changed, [directory], key) }
    for changed in bitFlips(of: directory) { expectRefusal(sealed, [changed], key) }
    expectRefusal(sealed, [], key)
    expectRefusal(sealed, [directory, []], key)
    expectRefusal(sealed, [directory], SystemRandom.secret(64))
    expectRefusal(Array(sealed.dropLast()), [directory], key)
  }

  @Test(arguments: [1, 15, 16, 17, 255, 4095]) func `Any length comes back`(count: Int) throws {
    let key = SystemRandom.secret(64)
    let plaintext = SystemRandom.bytes(count)
    let sealed = try AESSIV.seal(plaintext.span, associated: [[1]], key: key)
    let again = try AESSIV.seal(plaintext.span, associated: [[1]], key: key)
    #expect(sealed == again)
    let opened = try AESSIV.open(sealed.span, associated: [[1]], key: key)
    #expect(opened == plaintext)
  }

  /// SHA-256 of all that pyca/cryptography makes of these.
  @Test func `Every length is sealed as elsewhere`() throws {
    var all: [UInt8] = []
    for count in 1...300 {
      let plaintext = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + count) }
      let header = [UInt8](repeating: UInt8(truncatingIfNeeded: count), count: count % 40)
      all += try AESSIV.seal(plaintext.span, associated: [header], key: secret(hex: Self.key))
    }
    #expect(SHA256.hash(all.span) == hex("fb7f39842577d4b50f31222bae948f4c8497b5c80eea06e272d66614c6bc2288"))
  }

  @Test func `Threads with different keys do not meet`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          let key = SystemRandom.secret(64)
          let name = Array("notes-\(thread)".utf8)
          let sealed = try AESSIV.seal(name.span, associated: [name], key: key)
          for _ in 0..<500 {
            let again = try AESSIV.seal(name.span, associated: [name], key: key)
            let opened = try AESSIV.open(sealed.span, associated: [name], key: key)
            #expect(again == sealed && opened == name)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: [0, 1, 15, 16]) func `Refuses forms without plaintext`(count: Int) {
    let bytes = [UInt8](repeating: 0, count: count)
    #expect(throws: CryptoError.invalidLength) {
      _ = try AESSIV.open(bytes.span, associated: [], key: SystemRandom.secret(64))
    }
  }

  @Test func `Refuses to seal nothing`() {
    #expect(throws: CryptoError.invalidLength) {
      _ = try AESSIV.seal([UInt8]().span, associated: [], key: SystemRandom.secret(64))
    }
  }

  @Test(arguments: [16, 32, 48, 65]) func `Refuses keys of another length`(count: Int) {
    #expect(throws: CryptoError.invalidLength) {
      _ = try AESSIV.seal([1, 2].span, associated: [], key: SystemRandom.secret(count))
    }
  }

  private func expectRefusal(_ sealed: [UInt8], _ associated: [[UInt8]], _ key: borrowing SecretBytes) {
    #expect(refusal(sealed, associated, key) == .authenticationFailed)
  }

  private func refusal(_ sealed: [UInt8], _ associated: [[UInt8]], _ key: borrowing SecretBytes) -> CryptoError? {
    do throws(CryptoError) {
      _ = try AESSIV.open(sealed.span, associated: associated, key: key)
      return nil
    } catch {
      return error
    }
  }
}
