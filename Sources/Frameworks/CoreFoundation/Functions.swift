// SPDX-License-Identifier: Apache-2.0
public import Foundation

// The functions of Core Foundation that code around the keychain calls on values it got from there.

/// Whether two objects are equal, by their own measure.
public func CFEqual(_ first: CFTypeRef!, _ second: CFTypeRef!) -> Bool {
  if let first = first as? NSObject { return first.isEqual(second) }
  return first === second
}

/// A number that equal objects share.
public func CFHash(_ object: CFTypeRef!) -> CFHashCode {
  CFHashCode(bitPattern: (object as? NSObject)?.hash ?? ObjectIdentifier(object).hashValue)
}

/// The object as a text for developers.
public func CFCopyDescription(_ object: CFTypeRef!) -> CFString! {
  NSString(string: (object as? NSObject)?.description ?? "")
}

// MARK: - Errors

/// An error of its parts.
public func CFErrorCreate(
  _ allocator: CFAllocator?, _ domain: CFErrorDomain!, _ code: CFIndex, _ userInfo: CFDictionary?
) -> CFError! {
  var values: [String: Any] = [:]
  for (key, value) in userInfo ?? [:] { if let key = key as? String { values[key] = value } }
  return NSError(domain: String(domain), code: code, userInfo: values)
}

/// The code, which the domain gives a meaning.
public func CFErrorGetCode(_ error: CFError!) -> CFIndex { error.code }
/// The domain of an error's code.
public func CFErrorGetDomain(_ error: CFError!) -> CFErrorDomain! { NSString(string: error.domain) }
/// The dictionary of further information; never nil.
public func CFErrorCopyUserInfo(_ error: CFError!) -> CFDictionary! { error.userInfo as NSDictionary }
/// The error as a text for people.
public func CFErrorCopyDescription(_ error: CFError!) -> CFString! { NSString(string: error.localizedDescription) }
/// Why it failed, as a text for people; nil where the error does not say.
public func CFErrorCopyFailureReason(_ error: CFError!) -> CFString! {
  error.localizedFailureReason.map { NSString(string: $0) }
}

// MARK: - Strings, numbers, dates

/// Counts UTF-16 code units, as `NSString.length` does.
public func CFStringGetLength(_ string: CFString!) -> CFIndex { string.length }
/// Returns the value of a Boolean object.
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool { boolean.boolValue }
/// A time, in seconds since 1 January 2001.
public func CFDateCreate(_ allocator: CFAllocator!, _ time: CFAbsoluteTime) -> CFDate! {
  NSDate(timeIntervalSinceReferenceDate: time)
}
/// The time, in seconds since 1 January 2001.
public func CFDateGetAbsoluteTime(_ date: CFDate!) -> CFAbsoluteTime { date.timeIntervalSinceReferenceDate }
/// The time, in seconds since 1 January 2001.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

// MARK: - Identifiers, ranges

/// A fresh random identifier.
public func CFUUIDCreate(_ allocator: CFAllocator!) -> CFUUID! { NSUUID() }
/// An identifier of its text; nil for any other text.
public func CFUUIDCreateFromString(_ allocator: CFAllocator!, _ text: CFString!) -> CFUUID! {
  NSUUID(uuidString: String(text))
}
/// The identifier as a text.
public func CFUUIDCreateString(_ allocator: CFAllocator!, _ identifier: CFUUID!) -> CFString! {
  NSString(string: identifier.uuidString)
}

/// Some of the elements of an array, or of the characters of a string.
public struct CFRange: Sendable {
  /// The first index of the range.
  public var location: CFIndex
  /// How many there are in the range.
  public var length: CFIndex

  /// An empty range at the beginning.
  public init() { self.init(location: 0, length: 0) }
  /// A range of its two parts.
  public init(location: CFIndex, length: CFIndex) { (self.location, self.length) = (location, length) }
}

/// A range of its two parts.
public func CFRangeMake(_ location: CFIndex, _ length: CFIndex) -> CFRange {
  CFRange(location: location, length: length)
}
