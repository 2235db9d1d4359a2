// SPDX-License-Identifier: Apache-2.0

/// A class with a type number of its own, as `CFGetTypeID` reports it.
public protocol CFTypeIdentified: AnyObject {
  /// The number; no two classes share one.
  static var typeIdentifier: CFTypeID { get }
}

/// The numbers of Foundation's classes; frameworks begin at `firstOfFrameworks`.
package enum TypeNumber: CFTypeID {
  case unknown = 0
  case string = 7
  case dictionary = 18
  case array = 19
  case data = 20
  case boolean = 21
  case number = 22
  case error = 27
  case url = 29
  case null = 16
  case date = 42
  case set = 17
  case uuid = 57

  package static let firstOfFrameworks: CFTypeID = 256
}

/// Apple's `CFGetTypeID`: by the object's dynamic class, and for numbers by what they hold.
public func CFGetTypeID(_ object: CFTypeRef!) -> CFTypeID {
  if let identified = object as? any CFTypeIdentified { return type(of: identified).typeIdentifier }
  return number(of: object).rawValue
}

private func number(of object: CFTypeRef?) -> TypeNumber {
  switch object {
  case is NSString: .string
  case is NSDictionary: .dictionary
  case is NSArray: .array
  case is NSData: .data
  case let number as NSNumber: number.isBoolean ? .boolean : .number
  case is NSError: .error
  case is NSURL: .url
  case is NSNull: .null
  case is NSDate: .date
  case is NSSet: .set
  case is NSUUID: .uuid
  default: .unknown
  }
}

/// The type number of strings. Each class of Core Foundation has such a function.
public func CFStringGetTypeID() -> CFTypeID { TypeNumber.string.rawValue }
/// The type number of dictionaries.
public func CFDictionaryGetTypeID() -> CFTypeID { TypeNumber.dictionary.rawValue }
/// The type number of arrays.
public func CFArrayGetTypeID() -> CFTypeID { TypeNumber.array.rawValue }
/// The type number of data.
public func CFDataGetTypeID() -> CFTypeID { TypeNumber.data.rawValue }
/// The type number of booleans.
public func CFBooleanGetTypeID() -> CFTypeID { TypeNumber.boolean.rawValue }
/// The type number of numbers.
public func CFNumberGetTypeID() -> CFTypeID { TypeNumber.number.rawValue }
/// The type number of errors.
public func CFErrorGetTypeID() -> CFTypeID { TypeNumber.error.rawValue }
/// The type number of addresses.
public func CFURLGetTypeID() -> CFTypeID { TypeNumber.url.rawValue }
/// The type number of the null object.
public func CFNullGetTypeID() -> CFTypeID { TypeNumber.null.rawValue }
/// The type number of dates.
public func CFDateGetTypeID() -> CFTypeID { TypeNumber.date.rawValue }
/// The type number of sets.
public func CFSetGetTypeID() -> CFTypeID { TypeNumber.set.rawValue }
/// The type number of UUIDs.
public func CFUUIDGetTypeID() -> CFTypeID { TypeNumber.uuid.rawValue }
