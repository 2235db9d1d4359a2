// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

@Suite struct FoundationNames {
  @Test func `An error can be made of nothing`() { #expect(NSError().code == 0) }

  @Test func `A map table lets go of what nobody else holds`() {
    let table = NSMapTable<NSString, NSMutableString>.strongToWeakObjects()
    var kept: NSMutableString? = NSMutableString(string: "value")
    table.setObject(kept, forKey: "key" as NSString)
    #expect(table.object(forKey: NSString(string: "key")) === kept)
    kept = nil
    #expect(table.object(forKey: "key" as NSString) == nil)
    #expect(table.count == 0)
  }

  /// A query without what was to be under it would find, or delete, more than was meant.
  @Test func `A key that is no object of Foundation is not left out in silence`() async {
    await #expect(processExitsWith: .failure) {
      final class Key: NSCopying {
        func copy(with zone: NSZone?) -> Any { self }
      }
      NSMutableDictionary().setObject("me", forKey: Key() as any NSCopying)
    }
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
