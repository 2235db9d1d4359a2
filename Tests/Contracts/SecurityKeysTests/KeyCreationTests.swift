// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// The tables "External formats" and the first rows of "SecKey API used by apps".
@Suite struct KeyCreationTests {
  @Test(arguments: [512, 1024, 2048]) func `RSA public: PKCS 1`(bits: Int) throws {
    let key = try makeKey(kSecAttrKeyTypeRSA, bits: bits)
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    let data = try publicKey.bytes
    #expect(data.first == 0x30)
    #expect(try importKey(data, kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic) == publicKey)
    #expect(SecKeyGetBlockSize(publicKey) == bits / 8)
  }

  @Test func `RSA private: PKCS 1`() throws {
    let key = try makeKey(kSecAttrKeyTypeRSA, bits: 1024)
    let again = try importKey(try key.bytes, kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate)
    #expect(again == key)
    #expect(try again.bytes == key.bytes)
  }

  @Test(arguments: [(192, 24), (224, 28), (256, 32), (384, 48), (521, 66)])
  func `EC: a point in fixed width, and the scalar after it`(bits: Int, size: Int) throws {
    let key = try makeKey(kSecAttrKeyTypeECSECPrimeRandom, bits: bits)
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    let point = try publicKey.bytes
    #expect(point.count == 1 + 2 * size && point.first == 4)
    let whole = try key.bytes
    #expect(whole.count == 1 + 3 * size && whole.starts(with: point))
    #expect(try importKey(point, kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClassPublic) == publicKey)
    #expect(try importKey(whole, kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate) == key)
    #expect(SecKeyGetBlockSize(key) == size)
  }

  @Test(arguments: [
    (kSecAttrKeyTypeEd25519 as String, 32), (kSecAttrKeyTypeX25519 as String, 32), (kSecAttrKeyTypeEd448 as String, 57),
    (kSecAttrKeyTypeX448 as String, 56),
  ])
  func `Ed25519, X25519, Ed448, X448: raw`(type: String, size: Int) throws {
    let key = try makeKey([kSecAttrKeyType as String: type]).get()
    #expect(try key.bytes.count == size)
    let type = NSString(string: type)
    #expect(try importKey(try key.bytes, type, kSecAttrKeyClassPrivate) == key)
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    #expect(try importKey(try publicKey.bytes, type, kSecAttrKeyClassPublic) == publicKey)
  }

  @Test func `CreateWithData without type or class: -50`() {
    #expect(importKey(Data(), [kSecAttrKeyType as String: kSecAttrKeyTypeRSA]).code == -50)
    #expect(importKey(Data(), [kSecAttrKeyClass as String: kSecAttrKeyClassPublic]).code == -50)
    #expect(importKey(Data(), [:]).code == -50)
  }

  @Test func `Class symmetric: -4`() {
    let attributes = [
      kSecAttrKeyType as String: kSecAttrKeyTypeAES as Any, kSecAttrKeyClass as String: kSecAttrKeyClassSymmetric,
    ]
    #expect(importKey(Data(count: 16), attributes).code == -4)
  }

  @Test(arguments: [kSecAttrKeyTypeRSA as String, kSecAttrKeyTypeEC as String, kSecAttrKeyTypeEd25519 as String])
  func `Unparsable bytes: -50`(type: String) {
    for keyClass in [kSecAttrKeyClassPublic, kSecAttrKeyClassPrivate] {
      for data in [Data(), Data([0x30, 0]), Data(count: 65), Data(repeating: 4, count: 97)] {
        let attributes = [kSecAttrKeyType as String: type as Any, kSecAttrKeyClass as String: keyClass]
        #expect(importKey(data, attributes).code == -50)
      }
    }
  }

  @Test func `Type and class as string or number: both accepted`() throws {
    let key = try makeKey(kSecAttrKeyTypeEC, bits: 256)
    let data = try key.bytes
    #expect(try importKey(data, [kSecAttrKeyType as String: 73, kSecAttrKeyClass as String: 1]).get() == key)
    #expect(try importKey(data, [kSecAttrKeyType as String: "73", kSecAttrKeyClass as String: "1"]).get() == key)
  }

  @Test func `Bits: informational, derived from the data`() throws {
    let key = try makeKey(kSecAttrKeyTypeEC, bits: 256)
    let attributes: [String: Any] = [
      kSecAttrKeyType as String: kSecAttrKeyTypeEC, kSecAttrKeyClass as String: kSecAttrKeyClassPrivate,
      kSecAttrKeySizeInBits as String: 384,
    ]
    #expect(try importKey(try key.bytes, attributes).get() == key)
  }

  @Test func `CreateRandomKey without type or size, or of an unknown type: -50`() {
    #expect(makeKey([:]).code == -50)
    #expect(makeKey([kSecAttrKeyType as String: kSecAttrKeyTypeRSA]).code == -50)
    #expect(makeKey([kSecAttrKeySizeInBits as String: 256]).code == -50)
    #expect(makeKey([kSecAttrKeyType as String: "77", kSecAttrKeySizeInBits as String: 256]).code == -50)
  }

  @Test func `RSA below 512 or too large, EC not in the list: -25311`() {
    for bits in [0, 256, 511, 8193, 100_000] {
      #expect(
        makeKey([kSecAttrKeyType as String: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits as String: bits]).code == -25311)
    }
    for bits in [0, 160, 255, 512] {
      #expect(
        makeKey([kSecAttrKeyType as String: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits as String: bits]).code == -25311)
    }
  }

  @Test func `The error says what failed`() {
    guard case .failure(let error) = makeKey([:]) else { return #expect(Bool(false)) }
    #expect(CFErrorGetDomain(error) as String == NSOSStatusErrorDomain)
    #expect(
      error.localizedDescription
        == "The operation couldn’t be completed. (OSStatus error -50 - Key generation failed, error -50)")
    #expect(error.userInfo["NSDescription"] as? String == "Key generation failed, error -50")
  }

  @Test func `GeneratePair gives both parts`() throws {
    var publicKey: SecKey?
    var privateKey: SecKey?
    let parameters: [String: Any] = [
      kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits as String: 256,
    ]
    #expect(SecKeyGeneratePair(parameters as NSDictionary, &publicKey, &privateKey) == errSecSuccess)
    #expect(try SecKeyCopyPublicKey(#require(privateKey)) == publicKey)
    #expect(SecKeyGeneratePair([:], &publicKey, &privateKey) == errSecParam)
  }

  @Test func `Keys are equal by what they are`() throws {
    let key = try makeKey(kSecAttrKeyTypeEC, bits: 256)
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    #expect(key != publicKey)
    #expect(SecKeyCopyPublicKey(publicKey) == publicKey)
    #expect(try key != makeKey(kSecAttrKeyTypeEC, bits: 256))
    #expect(CFEqual(SecKeyCopyPublicKey(key), publicKey))
    #expect(Set([publicKey, SecKeyCopyPublicKey(key)]).count == 1)
    #expect(CFGetTypeID(key) == SecKeyGetTypeID())
    #expect(CFGetTypeID(key) != SecCertificateGetTypeID())
  }
}
