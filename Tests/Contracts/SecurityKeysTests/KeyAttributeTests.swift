// SPDX-License-Identifier: Apache-2.0
import CryptoKit
import Foundation
import Security
import Testing

/// The table "Key attributes from a SecKey".
@Suite struct KeyAttributeTests {
  private func attributes(_ key: SecKey) throws -> [String: Any] {
    try #require(SecKeyCopyAttributes(key) as? [String: Any])
  }

  private func flags(_ key: SecKey, _ names: [String]) throws -> [Bool] {
    let attributes = try attributes(key)
    return names.map { attributes[$0] as? Bool ?? false }
  }

  @Test func `klbl: SHA-1 of the public key's bytes, for both parts`() throws {
    for key in [try makeKey(kSecAttrKeyTypeRSA, bits: 1024), try makeKey(kSecAttrKeyTypeEC, bits: 384)] {
      let publicKey = try #require(SecKeyCopyPublicKey(key))
      let hash = Data(Insecure.SHA1.hash(data: try publicKey.bytes))
      #expect(try attributes(key)[kSecAttrApplicationLabel as String] as? Data == hash)
      #expect(try attributes(publicKey)[kSecAttrApplicationLabel as String] as? Data == hash)
    }
  }

  @Test func `kcls type bsiz esiz`() throws {
    let key = try makeKey(kSecAttrKeyTypeEC, bits: 521)
    let found = try attributes(key)
    #expect(found[kSecAttrKeyClass as String] as? String == kSecAttrKeyClassPrivate as String)
    #expect(found[kSecAttrKeyType as String] as? String == kSecAttrKeyTypeECSECPrimeRandom as String)
    #expect(found[kSecAttrKeySizeInBits as String] as? Int == 521)
    #expect(found[kSecAttrEffectiveKeySize as String] as? Int == 521)
    let publicKey = try #require(SecKeyCopyPublicKey(try makeKey(kSecAttrKeyTypeRSA, bits: 1024)))
    let other = try attributes(publicKey)
    #expect(other[kSecAttrKeyClass as String] as? String == kSecAttrKeyClassPublic as String)
    #expect(other[kSecAttrKeyType as String] as? String == kSecAttrKeyTypeRSA as String)
    #expect(other[kSecAttrKeySizeInBits as String] as? Int == 1024)
    #expect(other[kSecValueData as String] == nil, "the attributes are without the data")
  }

  @Test func `perm priv modi 1, sens asen 0, extr 1, next 0`() throws {
    let key = try makeKey(kSecAttrKeyTypeEC, bits: 256)
    for key in [key, try #require(SecKeyCopyPublicKey(key))] {
      #expect(
        try flags(key, ["perm", "priv", "modi", "sens", "asen", "extr", "next"])
          == [true, true, true, false, false, true, false])
    }
  }

  @Test func `What a key can do follows its class`() throws {
    let rsa = try makeKey(kSecAttrKeyTypeRSA, bits: 1024)
    let curve = try makeKey(kSecAttrKeyTypeEC, bits: 256)
    let names = ["encr", "vrfy", "wrap", "sign", "decr", "unwp", "drve"]
    #expect(try flags(#require(SecKeyCopyPublicKey(rsa)), names) == [true, true, true, false, false, false, false])
    #expect(try flags(rsa, names) == [false, false, false, true, true, true, true])
    #expect(try flags(#require(SecKeyCopyPublicKey(curve)), names) == [false, true, false, false, false, false, true])
    #expect(try flags(curve, names) == [false, false, false, true, true, true, true])
  }
}
