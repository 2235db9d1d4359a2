// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

// The functions of Core Foundation that code around the keychain calls on values it got from there.

public func CFEqual(_ first: CFTypeRef!, _ second: CFTypeRef!) -> Bool {
  if let first = first as? NSObject { return first.isEqual(second) }
  return first === second
}

public func CFHash(_ object: CFTypeRef!) -> CFHashCode {
  CFHashCode(bitPattern: (object as? NSObject)?.hash ?? ObjectIdentifier(object).hashValue)
}

public func CFCopyDescription(_ object: CFTypeRef!) -> CFString! {
  NSString(string: (object as? NSObject)?.description ?? "")
}

// MARK: - Errors

public func CFErrorCreate(
  _ allocator: CFAllocator?, _ domain: CFErrorDomain!, _ code: CFIndex, _ userInfo: CFDictionary?
) -> CFError! {
  var values: [String: Any] = [:]
  for (key, value) in userInfo ?? [:] { if let key = key as? String { values[key] = value } }
  return NSError(domain: String(domain), code: code, userInfo: values)
}

public func CFErrorGetCode(_ error: CFError!) -> CFIndex { error.code }
public func CFErrorGetDomain(_ error: CFError!) -> CFErrorDomain! { NSString(string: error.domain) }
public func CFErrorCopyUserInfo(_ error: CFError!) -> CFDictionary! { error.userInfo as NSDictionary }
public func CFErrorCopyDescription(_ error: CFError!) -> CFString! { NSString(string: error.localizedDescription) }
public func CFErrorCopyFailureReason(_ error: CFError!) -> CFString! {
  error.localizedFailureReason.map { NSString(string: $0) }
}

// MARK: - Strings, numbers, dates

/// Counts UTF-16 code units, as `NSString.length` does.
public func CFStringGetLength(_ string: CFString!) -> CFIndex { string.length }
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool { boolean.boolValue }
public func CFDateCreate(_ allocator: CFAllocator!, _ time: CFAbsoluteTime) -> CFDate! {
  NSDate(timeIntervalSinceReferenceDate: time)
}
public func CFDateGetAbsoluteTime(_ date: CFDate!) -> CFAbsoluteTime { date.timeIntervalSinceReferenceDate }
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

// MARK: - Identifiers, ranges

public func CFUUIDCreate(_ allocator: CFAllocator!) -> CFUUID! { NSUUID() }
public func CFUUIDCreateFromString(_ allocator: CFAllocator!, _ text: CFString!) -> CFUUID! {
  NSUUID(uuidString: String(text))
}
public func CFUUIDCreateString(_ allocator: CFAllocator!, _ identifier: CFUUID!) -> CFString! {
  NSString(string: identifier.uuidString)
}

/// Some of the elements of an array, or of the characters of a string.
public struct CFRange: Sendable {
  public var location: CFIndex
  public var length: CFIndex

  public init() { self.init(location: 0, length: 0) }
  public init(location: CFIndex, length: CFIndex) { (self.location, self.length) = (location, length) }
}

public func CFRangeMake(_ location: CFIndex, _ length: CFIndex) -> CFRange {
  CFRange(location: location, length: length)
}
