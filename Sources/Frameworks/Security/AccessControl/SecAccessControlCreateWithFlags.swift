// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import KeychainModel
import SecurityConstants

// Unsafe because Apple's signatures are: an error is handed out through a pointer.

/// An access control of a protection class and constraints.
///
/// https://developer.apple.com/documentation/security/secaccesscontrolcreatewithflags(_:_:_:_:)
/// - Parameters:
///   - allocator: Not looked at.
///   - protection: A value of `kSecAttrAccessible`.
///   - flags: What must be shown; none is enough for the protection class alone.
///   - error: Receives `errSecParam` where the result is nil; may be nil.
/// - Returns: Nil for a class that does not exist, and for constraints that contradict each other.
@discardableResult
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  guard let name = protection as? NSString, let accessibility = Accessibility(rawValue: String(name)),
    let bits = UInt32(exactly: flags.rawValue),
    let control = AccessControl(accessibility, constraints: AccessConstraints(rawValue: bits))
  else {
    unsafe report(NSError(status: errSecParam), to: error)
    return nil
  }
  return SecAccessControl(control)
}
