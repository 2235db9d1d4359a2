// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// The ways existing code builds its dictionaries and takes results apart, each compiled and run.
@Suite struct CoreFoundationIdioms {
  @Test func `A literal becomes any kind of dictionary`() {
    let immutable = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me"] as NSDictionary
    let mutable = [kSecClass: kSecClassGenericPassword, kSecReturnData: true] as NSMutableDictionary
    let cf = [kSecClass: kSecClassGenericPassword, kSecMatchLimit: 10] as CFDictionary
    let strings = [kSecClass as String: kSecClassKey, String(kSecAttrAccount): "me"] as [String: Any]
    let keyed = [kSecClass: kSecClassKey, kSecAttrAccount: "me" as Any] as [CFString: Any] as CFDictionary
    let counts: [Int] = [immutable.count, mutable.count, cf.count, strings.count, keyed.count]
    #expect(counts == [2, 2, 2, 2, 2] as [Int])
    mutable[kSecValueData] = Data("opendoor".utf8)
    mutable.setValue("AYS", forKey: kSecAttrService as String)
    #expect(mutable["v_Data"] as? Data == Data("opendoor".utf8))
    #expect(mutable[kSecAttrService] as? String == "AYS")
  }

  @Test func `Keys may be of any type that Apple's code uses`() {
    let objects: [NSString: AnyObject] = [kSecClass: kSecClassGenericPassword, kSecReturnData: kCFBooleanTrue]
    let named: [String: NSObject] = [kSecClass as String: kSecClassGenericPassword]
    let hashable: [AnyHashable: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount as String: "me"]
    let optional: [String: Any?] = [kSecAttrAccount as String: nil, kSecClass as String: kSecClassKey]
    #expect((objects as CFDictionary).count == 2)
    #expect((named as CFDictionary).count == 1)
    #expect((optional as CFDictionary).count == 2)
    #expect(hashable[kSecClass] as? String == "genp")
    #expect(hashable["class"] as? String == "genp")
    #expect(hashable[kSecAttrAccount] as? String == "me")
    let array = NSMutableDictionary(
      objects: [kSecClassGenericPassword, "me" as NSString], forKeys: [kSecClass, kSecAttrAccount])
    #expect(array.count == 2)
  }

  @Test func `A nested literal stays a dictionary`() {
    let query: NSDictionary = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
      kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data([1])],
    ]
    let nested = query[kSecPrivateKeyAttrs] as? [String: Any]
    #expect(nested?["perm"] as? Bool == true)
  }

  @Test func `A result is cast to what it holds`() {
    var result: CFTypeRef? = Data("secret".utf8) as CFData
    #expect(result as? Data == Data("secret".utf8))
    #expect((result as! CFData) as Data == Data("secret".utf8))
    result = [[kSecAttrAccount as String: "me"]] as NSArray
    #expect((result as? [[String: Any]])?.first?[kSecAttrAccount as String] as? String == "me")
    #expect((result as? [[CFString: Any]])?.first?[kSecAttrAccount] as? String == "me")
    result = [kSecAttrAccount: "me"] as NSDictionary
    #expect((result as? [String: AnyObject])?["acct"] as? String == "me")
    #expect((result as? NSDictionary)?[kSecAttrAccount] as? String == "me")
  }

  @Test func `A constant can be switched on and compared`() {
    func name(_ value: String) -> String {
      switch value as CFString {
      case kSecAttrAccessibleWhenUnlocked: "unlocked"
      case kSecAttrAccessibleAfterFirstUnlock: "first unlock"
      default: "other"
      }
    }
    #expect(name("ak") == "unlocked")
    #expect(name("ck") == "first unlock")
    #expect(name("xx") == "other")
    #expect(String(kSecAttrAccessible) == "pdmn")
    #expect(CFEqual(kSecAttrAccessible, "pdmn" as CFString))
    #expect(CFStringGetLength(kSecAttrAccessible) == 4)
  }

  @Test func `A status can be switched on`() {
    func name(_ status: OSStatus) -> String {
      switch status {
      case errSecSuccess: "done"
      case errSecItemNotFound: "none"
      case noErr - 128: "cancelled"
      default: SecCopyErrorMessageString(status, nil).map { $0 as String } ?? ""
      }
    }
    #expect(name(errSecItemNotFound) == "none")
    #expect(name(errSecUserCanceled) == "cancelled")
    #expect(name(errSecDuplicateItem) == "The specified item already exists in the keychain.")
    #expect(name(1) == "OSStatus 1")
  }

  @Test func `Type numbers tell Core Foundation's types apart`() {
    #expect(CFGetTypeID("x" as CFString) == CFStringGetTypeID())
    #expect(CFGetTypeID(Data() as CFData) == CFDataGetTypeID())
    #expect(CFGetTypeID([:] as CFDictionary) == CFDictionaryGetTypeID())
    #expect(CFGetTypeID([] as CFArray) == CFArrayGetTypeID())
    #expect(CFGetTypeID(kCFBooleanTrue) == CFBooleanGetTypeID())
    #expect(CFGetTypeID(1 as CFNumber) == CFNumberGetTypeID())
    #expect(CFGetTypeID(NSNull()) == CFNullGetTypeID())
  }

  @Test func `A dictionary can be built with Core Foundation's functions`() {
    var keyCallBacks = kCFTypeDictionaryKeyCallBacks
    var valueCallBacks = kCFTypeDictionaryValueCallBacks
    let query: CFMutableDictionary = CFDictionaryCreateMutable(kCFAllocatorDefault, 0, &keyCallBacks, &valueCallBacks)
    let key = kSecClass
    let value = kSecClassGenericPassword
    CFDictionarySetValue(query, Unmanaged.passUnretained(key).toOpaque(), Unmanaged.passUnretained(value).toOpaque())
    #expect(CFDictionaryGetCount(query) == 1)
    #expect(query[kSecClass] as? String == "genp")
  }
}
