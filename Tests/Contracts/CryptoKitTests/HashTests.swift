// SPDX-License-Identifier: Apache-2.0
import CryptoKit
import Foundation
import Testing

@Suite struct CryptoKitHashTests {
  @Test func `Hashes as published`() {
    let data = Data("abc".utf8)
    #expect(SHA256.hash(data: data) == hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    #expect(
      SHA384.hash(data: data)
        == hex("cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"))
    #expect(
      Data(SHA512.hash(data: data))
        == hex(
          """
          ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a
          2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
          """))
    #expect(Insecure.MD5.hash(data: data) == hex("900150983cd24fb0d6963f7d28e17f72"))
    #expect(Insecure.SHA1.hash(data: data) == hex("a9993e364706816aba3e25717850c26c9cd0d89d"))
  }

  /// The ways apps turn a digest into text.
  @Test func `Digests print as on Apple's systems`() {
    let digest = Insecure.MD5.hash(data: Data("abc".utf8))
    #expect(digest.description == "MD5 digest: 900150983cd24fb0d6963f7d28e17f72")
    #expect("\(SHA256.hash(data: Data()))".hasPrefix("SHA256 digest: e3b0c44298fc1c14"))
    #expect(digest.map { String(format: "%02hhx", $0) }.joined() == "900150983cd24fb0d6963f7d28e17f72")
    #expect(digest.compactMap { String(format: "%02x", $0) }.joined() == "900150983cd24fb0d6963f7d28e17f72")
    #expect(Insecure.MD5.byteCount == 16 && Insecure.MD5Digest.byteCount == 16 && Insecure.MD5.blockByteCount == 64)
  }

  @Test func `A hash is a value`() {
    var one = SHA256()
    one.update(data: Data("ab".utf8))
    var other = one
    one.update(data: Data("c".utf8))
    other.update(data: Data("d".utf8))
    #expect(one.finalize() == SHA256.hash(data: Data("abc".utf8)))
    #expect(other.finalize() == SHA256.hash(data: Data("abd".utf8)))
    #expect(one.finalize() == SHA256.hash(data: Data("abc".utf8)), "a hash can be looked at before it ends")
    #expect(one.finalize() != other.finalize())
    #expect(Set([one.finalize(), one.finalize(), other.finalize()]).count == 2)
  }

  @Test func `Data in regions is hashed whole`() {
    var regions = DispatchData.empty
    for part in ["ab", "", "c"] {
      Data(part.utf8).withUnsafeBytes { regions.append($0) }
    }
    #expect(SHA256.hash(data: regions) == SHA256.hash(data: Data("abc".utf8)))
  }

  /// RFC 4231, test cases 2 and 6.
  @Test func `Authenticates as published`() {
    let message = Data("what do ya want for nothing?".utf8)
    let key = SymmetricKey(data: Data("Jefe".utf8))
    let mac = HMAC<SHA256>.authenticationCode(for: message, using: key)
    #expect(mac == hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
    #expect(Data(mac) == hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
    #expect(HMAC<SHA256>.isValidAuthenticationCode(mac, authenticating: message, using: key))
    #expect(HMAC<SHA256>.isValidAuthenticationCode(Data(mac), authenticating: message, using: key))
    #expect(!HMAC<SHA256>.isValidAuthenticationCode(mac, authenticating: message + [0], using: key))
    #expect(!HMAC<SHA256>.isValidAuthenticationCode(Data(mac).dropLast(), authenticating: message, using: key))
    let long = SymmetricKey(data: Data(repeating: 0xAA, count: 131))
    let text = Data("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
    #expect(
      HMAC<SHA512>.authenticationCode(for: text, using: long)
        == hex(
          """
          80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352
          6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598
          """))
    var parts = HMAC<SHA256>(key: key)
    parts.update(data: message.prefix(4))
    parts.update(data: message.dropFirst(4))
    #expect(parts.finalize() == mac)
    #expect(mac.byteCount == 32)
  }

  /// RFC 5869, A.1 and A.3.
  @Test func `Derives as published`() {
    let material = SymmetricKey(data: Data(repeating: 0x0B, count: 22))
    let salt = hex("000102030405060708090a0b0c")
    let info = hex("f0f1f2f3f4f5f6f7f8f9")
    let output = hex("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    #expect(
      HKDF<SHA256>.deriveKey(inputKeyMaterial: material, salt: salt, info: info, outputByteCount: 42)
        == SymmetricKey(data: output))
    let key = HKDF<SHA256>.extract(inputKeyMaterial: material, salt: salt)
    #expect(key == hex("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"))
    #expect(
      HKDF<SHA256>.expand(pseudoRandomKey: key, info: info, outputByteCount: 42) == SymmetricKey(data: output))
    let bare = hex("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
    #expect(HKDF<SHA256>.deriveKey(inputKeyMaterial: material, outputByteCount: 42) == SymmetricKey(data: bare))
  }
}
