// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Testing

@Suite struct SHA256Tests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let name, text, digest: String
    var testDescription: String { name }
  }

  /// FIPS 180-2 appendix B, and NIST's "SHA-256 examples".
  static let vectors = [
    Vector(
      name: "nothing", text: "", digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    Vector(
      name: "one block", text: "abc", digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    Vector(
      name: "two blocks", text: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      digest: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    Vector(
      name: "a million", text: String(repeating: "a", count: 1_000_000),
      digest: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ]

  @Test(arguments: vectors) func `Hashes as published`(vector: Vector) {
    let digest = SHA256.hash(Array(vector.text.utf8).span)
    #expect(digest == hex(vector.digest))
  }
}
