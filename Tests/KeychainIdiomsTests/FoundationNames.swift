// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

@Suite struct FoundationNames {
  @Test func `Random bytes go where the pointer says`() {
    var bytes = [UInt8](repeating: 0, count: 32)
    #expect(SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess)
    #expect(bytes != [UInt8](repeating: 0, count: 32))
    var data = Data(count: 16)
    let status = data.withUnsafeMutableBytes { SecRandomCopyBytes(kSecRandomDefault, 16, $0.baseAddress!) }
    #expect(status == 0)
    #expect(data != Data(count: 16))
  }

  @Test func `An error carries its code, domain and values`() {
    let error: CFError = CFErrorCreate(nil, NSOSStatusErrorDomain as CFString, -25300, ["a": 1] as CFDictionary)
    #expect(CFErrorGetCode(error) == -25300)
    #expect(CFErrorGetDomain(error) as String == "NSOSStatusErrorDomain")
    #expect((CFErrorCopyUserInfo(error) as? [String: Any])?["a"] as? Int == 1)
    let unmanaged = Unmanaged.passRetained(error)
    #expect((unmanaged.takeRetainedValue() as Error as NSError).code == -25300)
    #expect(NSError().code == 0)
  }

  @Test func `A map table lets go of what nobody else holds`() {
    let table = NSMapTable<NSString, NSMutableString>.strongToWeakObjects()
    var kept: NSMutableString? = NSMutableString(string: "value")
    table.setObject(kept, forKey: "key" as NSString)
    #expect(table.object(forKey: NSString(string: "key")) === kept)
    kept = nil
    #expect(table.object(forKey: "key" as NSString) == nil)
    #expect(table.count == 0)
  }

  @Test func `An autorelease pool runs its body`() throws {
    let length = autoreleasepool { "four".count }
    #expect(length == 4)
  }

  @Test func `Equal secrets compare equal in constant time`() {
    let secret: [UInt8] = [1, 2, 3]
    #expect(timingsafe_bcmp(secret, secret, 3) == 0)
    #expect(timingsafe_bcmp(secret, [1, 2, 4] as [UInt8], 3) != 0)
  }

  @Test func `Code asks which release it runs on`() {
    #expect(NSFoundationVersionNumber > NSFoundationVersionNumber_iOS_8_0)
  }
}
