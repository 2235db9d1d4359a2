// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Security
import Testing

/// The ways in which code for Apple's systems builds the dictionaries of a call, each with exactly its spelling, compiled
/// and run. Each dictionary goes through `SecItemAdd` or `SecItemCopyMatching`, which must read what it says.
@Suite struct DictionaryIdioms {
  /// Adds what the dictionary says, and finds it under the account `me`.
  private func isTaken(_ item: CFDictionary) throws -> Bool {
    try withKeychain {
      guard SecItemAdd(item, nil) == errSecSuccess else { return false }
      return SecItemCopyMatching([kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me"] as NSDictionary, nil)
        == errSecSuccess
    }
  }

  // MARK: - What a literal becomes

  @Test func `[…] as NSDictionary`() throws {
    #expect(try isTaken([kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me"] as NSDictionary))
  }

  @Test func `[…] as NSMutableDictionary`() throws {
    let item = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me"] as NSMutableDictionary
    item[kSecValueData] = Data("opendoor".utf8)
    #expect(try isTaken(item))
  }

  @Test func `[…] as CFDictionary`() throws {
    #expect(try isTaken([kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me"] as CFDictionary))
  }

  @Test func `[…] as [String: Any]`() throws {
    let item = [kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "me"] as [String: Any]
    #expect(try isTaken(item as CFDictionary))
  }

  @Test func `[…] as [CFString: Any] as CFDictionary`() throws {
    let item = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me"] as [CFString: Any] as CFDictionary
    #expect(try isTaken(item))
  }

  @Test func `let query: NSDictionary = a literal in a literal`() throws {
    let query: NSDictionary = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
      kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data([1])],
    ]
    #expect((query[kSecPrivateKeyAttrs] as? [String: Any])?["perm"] as? Bool == true)
    try withKeychain {
      #expect(SecKeyCreateRandomKey(query, nil) != nil)
      #expect(
        SecItemDelete([kSecClass: kSecClassKey, kSecAttrApplicationTag: Data([1])] as NSDictionary) == errSecSuccess)
    }
  }

  // MARK: - What its keys are

  @Test func `[NSString: AnyObject]`() throws {
    let item: [NSString: AnyObject] = [
      kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me" as NSString, kSecReturnData: kCFBooleanTrue,
    ]
    #expect(try isTaken(item as CFDictionary))
  }

  @Test func `[CFString: Any]`() throws {
    var item: [CFString: Any] = [kSecClass: kSecClassGenericPassword]
    item[kSecAttrAccount] = "me"
    #expect(try isTaken(item as CFDictionary))
  }

  @Test func `[AnyHashable: Any]`() throws {
    let item: [AnyHashable: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount as String: "me"]
    #expect(item[kSecClass] as? String == "genp")
    #expect(item["class"] as? String == "genp")
    #expect(item[kSecAttrAccount] as? String == "me")
    #expect(try isTaken(item as CFDictionary))
  }

  @Test func `[String: NSObject]`() throws {
    let item: [String: NSObject] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "me" as NSString,
    ]
    #expect(try isTaken(item as CFDictionary))
  }

  @Test func `[String: Any?]`() throws {
    let item: [String: Any?] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "me", kSecAttrLabel as String: nil,
    ]
    #expect(try isTaken(item as CFDictionary))
  }

  // MARK: - How it is put together

  @Test func `NSMutableDictionary(objects:forKeys:)`() throws {
    let item = NSMutableDictionary(
      objects: [kSecClassGenericPassword, "me" as NSString], forKeys: [kSecClass, kSecAttrAccount])
    #expect(try isTaken(item))
  }

  @Test func `NSMutableDictionary.setValue(_:forKey:)`() throws {
    let item = NSMutableDictionary()
    item.setValue(kSecClassGenericPassword, forKey: kSecClass as String)
    item.setValue("me", forKey: kSecAttrAccount as String)
    #expect(try isTaken(item))
  }

  @Test func `NSMutableDictionary.setObject(_:forKey: key as! NSCopying)`() throws {
    let item = NSMutableDictionary()
    item.setObject(kSecClassGenericPassword, forKey: kSecClass as NSCopying)
    // Of no type in particular: of its own type the compiler knows that it is one, and says so.
    let key: AnyObject = kSecAttrAccount
    item.setObject("me", forKey: key as! NSCopying)
    item.setObject("AYS", forKey: kSecAttrService)
    #expect(try isTaken(item))
  }

  @Test func `CFDictionaryCreateMutable and CFDictionarySetValue`() throws {
    var keyCallBacks = kCFTypeDictionaryKeyCallBacks
    var valueCallBacks = kCFTypeDictionaryValueCallBacks
    let query: CFMutableDictionary = CFDictionaryCreateMutable(kCFAllocatorDefault, 0, &keyCallBacks, &valueCallBacks)
    let key = kSecClass
    let value = kSecClassGenericPassword
    CFDictionarySetValue(query, Unmanaged.passUnretained(key).toOpaque(), Unmanaged.passUnretained(value).toOpaque())
    #expect(CFDictionaryGetCount(query) == 1)
    try withKeychain { #expect(SecItemCopyMatching(query, nil) == errSecItemNotFound) }
  }

  @Test func `A mutable dictionary passes where CFDictionary is asked for`() throws {
    let item: NSMutableDictionary = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me"]
    #expect(try isTaken(item.mutableCopy() as! CFMutableDictionary))
  }

  @Test func `kCFBooleanTrue!`() throws {
    let item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "me",
      kSecReturnData as String: kCFBooleanTrue!,
    ]
    #expect(try isTaken(item as CFDictionary))
  }

  @Test func `kCFBooleanTrue as Any`() throws {
    let item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "me",
      kSecReturnData as String: kCFBooleanTrue as Any,
    ]
    #expect(try isTaken(item as CFDictionary))
  }

  @Test func `kCFBooleanTrue by itself`() throws {
    let item: [CFString: AnyObject] = [
      kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me" as CFString, kSecReturnData: kCFBooleanTrue,
    ]
    #expect(try isTaken(item as CFDictionary))
  }

  @Test func `true as CFBoolean`() throws {
    let item: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me", kSecReturnAttributes: true as CFBoolean,
    ]
    #expect(try isTaken(item as CFDictionary))
  }
}
