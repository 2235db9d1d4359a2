// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import CryptoKit
import Foundation
import InProcessKeychain
import Security
import Testing

// The idiom of Apple's "Storing CryptoKit Keys in the Keychain": NIST's keys are items of class key, others are
// generic passwords.

private protocol SecKeyConvertible {
  init<Bytes>(x963Representation: Bytes) throws where Bytes: ContiguousBytes
  var x963Representation: Data { get }
}

extension P256.Signing.PrivateKey: SecKeyConvertible {}
extension P256.KeyAgreement.PrivateKey: SecKeyConvertible {}
extension P384.Signing.PrivateKey: SecKeyConvertible {}
extension P384.KeyAgreement.PrivateKey: SecKeyConvertible {}
extension P521.Signing.PrivateKey: SecKeyConvertible {}
extension P521.KeyAgreement.PrivateKey: SecKeyConvertible {}

private protocol GenericPasswordConvertible {
  init<D>(rawRepresentation data: D) throws where D: ContiguousBytes
  var rawRepresentation: Data { get }
}

extension Curve25519.KeyAgreement.PrivateKey: GenericPasswordConvertible {}
extension Curve25519.Signing.PrivateKey: GenericPasswordConvertible {}

extension SymmetricKey: GenericPasswordConvertible {
  fileprivate init<D>(rawRepresentation data: D) throws where D: ContiguousBytes { self.init(data: data) }
  fileprivate var rawRepresentation: Data { dataRepresentation }
}

extension ContiguousBytes {
  fileprivate var dataRepresentation: Data {
    unsafe withUnsafeBytes { bytes in
      let data = unsafe CFDataCreateWithBytesNoCopy(
        nil, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, kCFAllocatorNull)
      return ((data as NSData?) as Data?).map { Data($0) } ?? Data()
    }
  }
}

@Suite struct CryptoKitSampleTests {
  @Test func `NIST's keys are stored as keys and read again`() throws {
    let signing = P256.Signing.PrivateKey()
    #expect(try again(signing).rawRepresentation == signing.rawRepresentation)
    let agreeing = P384.KeyAgreement.PrivateKey()
    #expect(try again(agreeing).rawRepresentation == agreeing.rawRepresentation)
    let large = P521.Signing.PrivateKey()
    #expect(try again(large).rawRepresentation == large.rawRepresentation)
  }

  @Test func `Other keys are stored as generic passwords`() throws {
    let signing = Curve25519.Signing.PrivateKey()
    #expect(try again(signing).rawRepresentation == signing.rawRepresentation)
    let symmetric = SymmetricKey(size: .bits256)
    #expect(try again(symmetric) == symmetric)
  }

  private func again<Key: SecKeyConvertible>(_ key: Key) throws -> Key {
    let attributes =
      [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPrivate] as [String: Any]
    let made = SecKeyCreateWithData(key.x963Representation as CFData, attributes as CFDictionary, nil)
    let secKey = try #require(made)
    let query =
      [
        kSecClass: kSecClassKey, kSecAttrApplicationLabel: "label", kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
        kSecUseDataProtectionKeychain: true, kSecReturnRef: true,
      ] as [CFString: Any]
    let item = try stored(
      [
        kSecClass: kSecClassKey, kSecAttrApplicationLabel: "label",
        kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked, kSecUseDataProtectionKeychain: true, kSecValueRef: secKey,
      ], query)
    let copied = SecKeyCopyExternalRepresentation(try #require(item as? SecKey), nil)
    return try Key(x963Representation: try #require(copied) as Data)
  }

  private func again<Key: GenericPasswordConvertible>(_ key: Key) throws -> Key {
    let query =
      [
        kSecClass: kSecClassGenericPassword, kSecAttrAccount: "account", kSecUseDataProtectionKeychain: true,
        kSecReturnData: true,
      ] as [CFString: Any]
    let item = try stored(
      [
        kSecClass: kSecClassGenericPassword, kSecAttrAccount: "account",
        kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked, kSecUseDataProtectionKeychain: true,
        kSecValueData: key.rawRepresentation,
      ], query)
    return try Key(rawRepresentation: try #require(item as? Data))
  }

  /// What the store gives back for the query, of an item that was added to it.
  private func stored(_ item: [CFString: Any], _ query: [CFString: Any]) throws -> AnyObject? {
    let keychain = try InProcessKeychain()
    let calls = Calls(keychain: keychain.session())
    #expect(calls.add(item as CFDictionary).status == errSecSuccess)
    let found = withExtendedLifetime(keychain) { calls.find(query as CFDictionary) }
    #expect(found.status == errSecSuccess)
    return found.result
  }
}
