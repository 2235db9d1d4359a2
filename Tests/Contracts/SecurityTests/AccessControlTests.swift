// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import Foundation
import KeychainModel
import Security
import Testing

/// The table of `SecAccessControlCreateWithFlags`.
@Suite struct AccessControlTests {
  private func create(
    _ flags: SecAccessControlCreateFlags, _ protection: CFTypeRef = kSecAttrAccessibleWhenUnlocked
  ) -> (control: SecAccessControl?, error: NSError?) {
    var error: Unmanaged<CFError>?
    let control = unsafe SecAccessControlCreateWithFlags(kCFAllocatorDefault, protection, flags, &error)
    return (control, unsafe error?.takeRetainedValue())
  }

  @Test func `An unknown protection is nil and errSecParam`() {
    let (control, error) = create(.userPresence, "zz" as CFString)
    #expect(control == nil)
    #expect(error?.code == Int(errSecParam))
    #expect(error?.domain == NSOSStatusErrorDomain)
    #expect(create([], NSNumber(1)).control == nil)
  }

  @Test(
    arguments: [
      [.or, .and], [.biometryAny, .biometryCurrentSet], [.userPresence, .devicePasscode],
      [.userPresence, .biometryAny],
      SecAccessControlCreateFlags(rawValue: 1 << 9), SecAccessControlCreateFlags(rawValue: 1 << 40),
    ] as [SecAccessControlCreateFlags])
  func `Constraints that contradict each other are nil`(flags: SecAccessControlCreateFlags) {
    #expect(create(flags).control == nil)
  }

  @Test(
    arguments: [
      [], .userPresence, [.userPresence, .privateKeyUsage], [.userPresence, .applicationPassword],
      [.biometryAny, .or, .devicePasscode], [.biometryCurrentSet, .and, .devicePasscode], .touchIDCurrentSet,
    ] as [SecAccessControlCreateFlags])
  func `Constraints that make sense are taken`(flags: SecAccessControlCreateFlags) throws {
    let control = try #require(create(flags).control)
    #expect(control.control.constraints?.rawValue == UInt32(flags.rawValue))
  }

  @Test(
    arguments: [
      (.userPresence, 0), (.biometryAny, 1), (.touchIDAny, 1), (.biometryCurrentSet, 3), (.touchIDCurrentSet, 3),
      (.devicePasscode, 4), (.companion, 5), (.watch, 5), (.or, 14), (.and, 15), (.privateKeyUsage, 30),
      (.applicationPassword, 31),
    ] as [(SecAccessControlCreateFlags, Int)])
  func `A flag has the bit that Apple gave it`(flag: SecAccessControlCreateFlags, bit: Int) {
    #expect(flag.rawValue == 1 << bit)
  }

  @Test func `Equality is of protection and constraints`() {
    #expect(CFEqual(create(.userPresence).control, create(.userPresence).control))
    #expect(!CFEqual(create(.userPresence).control, create(.devicePasscode).control))
    #expect(!CFEqual(create([]).control, create([], kSecAttrAccessibleAfterFirstUnlock).control))
  }

  @Test func `It is told apart by its type`() throws {
    let control = try #require(create(.userPresence).control)
    #expect(CFGetTypeID(control) == SecAccessControlGetTypeID())
    #expect(control.description.hasPrefix("<SecAccessControlRef: ak;"))
  }
}
