// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Security
import Testing

/// The ways in which code for Apple's systems takes results, each with exactly its spelling, compiled and run.
@Suite struct ResultIdioms {
  private static let secret = Data("opendoor".utf8)

  /// With one password of the account `me`.
  private func withItem<Result>(_ body: () throws -> Result) throws -> Result {
    try withKeychain {
      let item =
        [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me", kSecValueData: Self.secret] as NSDictionary
      try secCall { SecItemAdd(item, nil) }
      return try body()
    }
  }

  private func query(_ keys: [CFString: Any]) -> CFDictionary {
    keys.merging([kSecClass: kSecClassGenericPassword]) { $1 } as CFDictionary
  }

  private func found(_ keys: [CFString: Any]) throws -> CFTypeRef? {
    try withItem {
      var result: CFTypeRef?
      #expect(SecItemCopyMatching(query(keys), &result) == errSecSuccess)
      return result
    }
  }

  // MARK: - Where a result goes

  @Test func `var result: AnyObject?, &result`() throws {
    try withItem {
      var result: AnyObject?
      #expect(SecItemCopyMatching(query([kSecReturnData: true]), &result) == noErr)
      #expect(result as? Data == Self.secret)
    }
  }

  @Test func `var result: CFTypeRef?, &result`() throws {
    try withItem {
      var result: CFTypeRef?
      #expect(SecItemCopyMatching(query([kSecReturnData: true]), &result) == errSecSuccess)
      #expect(result as? Data == Self.secret)
    }
  }

  @Test func `withUnsafeMutablePointer(to: &result)`() throws {
    try withItem {
      var result: AnyObject?
      let status = withUnsafeMutablePointer(to: &result) {
        SecItemCopyMatching(query([kSecReturnData: true]), UnsafeMutablePointer($0))
      }
      #expect(status == noErr)
      #expect(result as? Data == Self.secret)
    }
  }

  @Test func `nil for every optional argument`() throws {
    try withItem {
      #expect(SecItemCopyMatching(query([:]), nil) == errSecSuccess)
      #expect(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil) != nil)
      #expect(SecCopyErrorMessageString(errSecParam, nil) != nil)
      let parameters = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256] as CFDictionary
      #expect(SecKeyCopyPublicKey(SecKeyCreateRandomKey(parameters, nil)!) != nil)
    }
  }

  @Test func `typealias Fn, let fn: Fn = SecItemCopyMatching`() throws {
    typealias Fn = (CFDictionary, UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus
    let fn: Fn = SecItemCopyMatching
    try withItem { #expect(fn(query([:]), nil) == errSecSuccess) }
  }

  // MARK: - What it is cast to

  @Test func `result as? Data`() throws {
    #expect(try found([kSecReturnData: true]) as? Data == Self.secret)
  }

  @Test func `result as! CFData as Data`() throws {
    #expect(try (found([kSecReturnData: true]) as! CFData) as Data == Self.secret)
  }

  @Test func `result as? NSDictionary`() throws {
    let result = try found([kSecReturnAttributes: true]) as? NSDictionary
    #expect(result?[kSecAttrAccount] as? String == "me")
  }

  @Test func `result as? [String: AnyObject]`() throws {
    let result = try found([kSecReturnAttributes: true]) as? [String: AnyObject]
    #expect(result?[kSecAttrAccount as String] as? String == "me")
  }

  @Test func `result as? [String: Any]`() throws {
    let result = try found([kSecReturnAttributes: true, kSecReturnData: true]) as? [String: Any]
    #expect(result?[kSecValueData as String] as? Data == Self.secret)
  }

  @Test func `result as? [[String: Any]]`() throws {
    let result = try found([kSecReturnAttributes: true, kSecMatchLimit: kSecMatchLimitAll]) as? [[String: Any]]
    #expect(result?.first?[kSecAttrAccount as String] as? String == "me")
  }

  @Test func `result as? [[CFString: Any]]`() throws {
    let result = try found([kSecReturnAttributes: true, kSecMatchLimit: kSecMatchLimitAll]) as? [[CFString: Any]]
    #expect(result?.first?[kSecAttrAccount] as? String == "me")
  }

  @Test func `result as? [Data]`() throws {
    #expect(try found([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitAll]) as? [Data] == [Self.secret])
  }

  @Test func `result as! SecKey`() throws {
    try withKeychain {
      let parameters: NSDictionary = [
        kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256,
        kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true],
      ]
      let key = try secCall { SecKeyCreateRandomKey(parameters, $0) }
      var result: CFTypeRef?
      let query = [kSecClass: kSecClassKey, kSecReturnRef: true] as NSDictionary
      #expect(SecItemCopyMatching(query, &result) == errSecSuccess)
      #expect(result as! SecKey == key)
      #expect(result as? SecCertificate == nil)
      #expect(CFGetTypeID(result) == SecKeyGetTypeID())
    }
  }

  // MARK: - The five helpers of "Calling Security Framework from Swift"

  @Test func `secCall { status }`() throws {
    try withKeychain {
      try secCall { SecItemAdd(query([kSecAttrAccount: "me"]), nil) }
      #expect(throws: NSError(domain: NSOSStatusErrorDomain, code: Int(errSecDuplicateItem))) {
        try secCall { SecItemAdd(query([kSecAttrAccount: "me"]), nil) }
      }
    }
  }

  @Test func `secCall { status, with $0 for the result }`() throws {
    let data = try withItem { try secCall { SecItemCopyMatching(query([kSecReturnData: true]), $0) } } as! Data
    #expect(data == Self.secret)
  }

  @Test func `secCall { a result or nil, with $0 for the error }`() throws {
    #expect { try secCall { SecKeyCreateRandomKey([:] as NSDictionary, $0) } } throws: {
      ($0 as NSError).code == Int(errSecParam)
    }
  }

  @Test func `secCall { a Boolean, with $0 for the error }`() throws {
    let parameters = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256] as NSDictionary
    let key = try secCall { SecKeyCreateRandomKey(parameters, $0) }
    let publicKey = try secCall { SecKeyCopyPublicKey(key) }
    let data = Self.secret as NSData
    let signature = try secCall { SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, data, $0) }
    try secCall { SecKeyVerifySignature(publicKey, .ecdsaSignatureMessageX962SHA256, data, signature, $0) }
    #expect(throws: (any Error).self) {
      try secCall { SecKeyVerifySignature(publicKey, .ecdsaSignatureMessageX962SHA384, data, signature, $0) }
    }
  }

  @Test func `secCall { a result or nil }`() throws {
    #expect(throws: (any Error).self) {
      _ = try secCall { SecCertificateCreateWithData(nil, Data("no certificate".utf8) as NSData) }
    }
  }
}
