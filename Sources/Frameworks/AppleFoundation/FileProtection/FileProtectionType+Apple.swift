// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension FileProtectionType {
  /// The class of a file that is readable while the person is there; here as long as the device is unlocked.
  public static let completeWhenUserInactive = FileProtectionType(
    rawValue: "NSFileProtectionCompleteWhenUserInactive")
}

extension FileProtectionType: @retroactive Hashable {}

extension Data.WritingOptions {
  /// Writes a file that is readable while the person is there; here as long as the device is unlocked.
  public static let completeFileProtectionWhenUserInactive = Data.WritingOptions(rawValue: 0x5000_0000)
}

// A dictionary of attributes holds the string, as on Apple's systems: the cast to either type finds what it looks for.

extension FileProtectionType: @retroactive _ObjectiveCBridgeable {}
extension FileProtectionType: BridgedToString {}
extension URLFileProtection: BridgedToString {}

// swift-format-ignore: NoLeadingUnderscores
/// A type of strings whose values in collections are `NSString`s.
public protocol BridgedToString: RawRepresentable, _ObjectiveCBridgeable
where RawValue == String, _ObjectiveCType == NSString {
  /// Any string has a value.
  init(rawValue: String)
}

// swift-format-ignore: NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation
extension BridgedToString {
  /// The value as an Objective-C string, for dictionaries of attributes.
  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

  /// Converts an Objective-C string to the value.
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) {
    result = Self(rawValue: String(source))
  }

  /// Converts an Objective-C string to the value, which every string can be: the result is always true.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
    result = Self(rawValue: String(source))
    return true
  }

  /// Converts an Objective-C string to the value; no string at all becomes the empty one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self {
    Self(rawValue: String(source ?? ""))
  }
}
