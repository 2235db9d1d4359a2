// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Security
import TestCertificates
import Testing

/// The ways in which code for Apple's systems uses constants, errors, random bytes and, in `ContextIdioms`, contexts, each with exactly its
/// spelling, compiled and run.
@Suite struct CoreFoundationIdioms {
  // MARK: - Constants

  @Test func `kSecX as String`() { #expect(kSecAttrAccount as String == "acct") }

  @Test func `String(kSecX)`() { #expect(String(kSecAttrAccessible) == "pdmn") }

  @Test func `switch value { case kSecX }`() {
    func name(_ value: CFString) -> String {
      switch value {
      case kSecAttrAccessibleWhenUnlocked: "unlocked"
      case kSecAttrAccessibleAfterFirstUnlock: "first unlock"
      default: "other"
      }
    }
    #expect(["ak", "ck", "xx"].map { name($0 as CFString) } == ["unlocked", "first unlock", "other"])
  }

  @Test func `kSecX is the key of a dictionary`() {
    let names: [CFString: String] = [kSecClassKey: "key", kSecClassIdentity: "identity"]
    #expect(names["keys" as CFString] == "key")
  }

  /// As for `CFDictionaryCreate`, which takes pointers that nobody holds.
  @Test func `Unmanaged.passUnretained(kSecX).toOpaque()`() {
    let pointers = [
      Unmanaged.passUnretained(kSecClass).toOpaque(), Unmanaged.passUnretained(kSecAttrAccount).toOpaque(),
      Unmanaged.passUnretained(kSecMatchLimitAll).toOpaque(), Unmanaged.passUnretained(kCFBooleanTrue!).toOpaque(),
      Unmanaged.passUnretained(kCFErrorDomainOSStatus!).toOpaque(), Unmanaged.passUnretained(kCFNull!).toOpaque(),
    ]
    // Something else where they were, had they gone.
    let others = (0..<1000).map { NSString(string: "other text \($0)") }
    let objects = pointers.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    #expect(objects[..<3].map { $0 as? NSString } == ["class", "acct", "m_LimitAll"])
    #expect(objects[0] === kSecClass && objects[5] === kCFNull && others.count == 1000)
    let query = CFDictionaryCreateMutable(nil, 0, nil, nil)!
    CFDictionarySetValue(query, pointers[0], Unmanaged.passUnretained(kSecClassKey).toOpaque())
    #expect(query == [kSecClass: kSecClassKey] as NSDictionary)
  }

  @Test func `switch status { case errSecX }`() {
    func name(_ status: OSStatus) -> String {
      switch status {
      case errSecSuccess: "done"
      case errSecItemNotFound: "none"
      case noErr - 128: "cancelled"
      default: SecCopyErrorMessageString(status, nil)! as String
      }
    }
    #expect([0, -25300, errSecUserCanceled].map(name) == ["done", "none", "cancelled"])
    #expect(name(errSecDuplicateItem) == "The specified item already exists in the keychain.")
    #expect(name(1) == "OSStatus 1")
  }

  @Test func `enum Status: OSStatus, with errSecX as raw values`() {
    enum Status: OSStatus {
      case success = 0
      case duplicateItem = -25299
      init(status: OSStatus) { self = Status(rawValue: status) ?? .success }
    }
    #expect(Status(rawValue: errSecDuplicateItem) == .duplicateItem)
    #expect(Status(status: errSecSuccess) == .success)
  }

  @Test func `SecAccessControlCreateFlags is an option set`() {
    var flags: SecAccessControlCreateFlags = [.privateKeyUsage, .userPresence]
    flags.insert(.applicationPassword)
    #expect(flags.contains(.userPresence) && !flags.contains(.biometryAny))
    #expect(SecAccessControlCreateFlags.touchIDAny == .biometryAny)
    #expect(SecAccessControlCreateFlags.userPresence.rawValue == 1)
  }

  // MARK: - Data

  /// Without this Foundation takes the bytes one by one.
  @Test(arguments: [0, 1, 1 << 20]) func `result as? Data`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let results: [AnyObject] = [NSData(data: Data(bytes)), CFDataCreate(nil, bytes, bytes.count)]
    for result in results {
      #expect((result as? Data).map { [UInt8]($0) } == bytes)
      let whole = try #require(result as? any ContiguousBytes)
      #expect(whole.withUnsafeBytes { Array($0) } == bytes)
    }
  }

  // MARK: - Core Foundation's functions

  @Test func `CFStringGetLength(string)`() { #expect(CFStringGetLength(kSecAttrAccessible) == 4) }

  @Test func `CFEqual(one, other)`() {
    #expect(CFEqual(kSecAttrAccessible, "pdmn" as CFString))
    #expect(!CFEqual(kSecAttrAccessible, kSecAttrAccount))
  }

  @Test func `CFGetTypeID(x) == CFStringGetTypeID()`() {
    #expect(CFGetTypeID("x" as CFString) == CFStringGetTypeID())
    #expect(CFGetTypeID(Data() as CFData) == CFDataGetTypeID())
    #expect(CFGetTypeID([:] as CFDictionary) == CFDictionaryGetTypeID())
    #expect(CFGetTypeID([] as CFArray) == CFArrayGetTypeID())
    #expect(CFGetTypeID(kCFBooleanTrue) == CFBooleanGetTypeID())
    #expect(CFGetTypeID(1 as CFNumber) == CFNumberGetTypeID())
    #expect(CFGetTypeID(NSNull()) == CFNullGetTypeID())
  }

  // MARK: - Random bytes

  @Test func `SecRandomCopyBytes(kSecRandomDefault, n, &bytes) into an array`() {
    var bytes = [UInt8](repeating: 0, count: 32)
    #expect(SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess)
    #expect(bytes != [UInt8](repeating: 0, count: 32))
  }

  @Test func `SecRandomCopyBytes in data.withUnsafeMutableBytes`() {
    var data = Data(count: 16)
    let status = data.withUnsafeMutableBytes { SecRandomCopyBytes(kSecRandomDefault, 16, $0.baseAddress!) }
    #expect(status == 0)
    #expect(data != Data(count: 16))
  }

  // MARK: - Errors

  private func failure() -> Unmanaged<CFError> {
    var error: Unmanaged<CFError>?
    let control = SecAccessControlCreateWithFlags(
      kCFAllocatorDefault, kSecAttrAccessibleWhenUnlocked, [.or, .and], &error)
    #expect(control == nil)
    return error!
  }

  @Test func `CFErrorGetCode(error!.takeRetainedValue())`() {
    #expect(CFErrorGetCode(failure().takeRetainedValue()) == Int(errSecParam))
  }

  @Test func `throw error!.takeRetainedValue() as Error`() {
    #expect { throw failure().takeRetainedValue() as Error } throws: { ($0 as NSError).code == Int(errSecParam) }
  }

  @Test func `error as NSError?`() {
    let error: CFError? = failure().takeRetainedValue()
    #expect((error as NSError?)?.domain == NSOSStatusErrorDomain)
  }

  @Test func `CFErrorGetDomain, CFErrorCopyUserInfo`() {
    let error: CFError = CFErrorCreate(nil, NSOSStatusErrorDomain as CFString, -25300, ["a": 1] as CFDictionary)
    #expect(CFErrorGetDomain(error) as String == "NSOSStatusErrorDomain")
    #expect((CFErrorCopyUserInfo(error) as? [String: Any])?["a"] as? Int == 1)
  }

  @Test func `var error: CFError?, SecTrustEvaluateWithError(trust, &error)`() throws {
    let certificate = SecCertificateCreateWithData(nil, Data(TestCertificates.mouse) as CFData)!
    var trust: SecTrust?
    #expect(SecTrustCreateWithCertificates(certificate, SecPolicyCreateBasicX509(), &trust) == errSecSuccess)
    var error: CFError?
    #expect(!SecTrustEvaluateWithError(trust!, &error))
    #expect(error != nil)
  }
}
