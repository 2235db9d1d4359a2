// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The argument of an Objective-C method with an `NSError **` parameter.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
/// Foundation's word for a signed integer.
public typealias NSInteger = Int
/// Foundation's word for an unsigned integer.
public typealias NSUInteger = UInt

/// Newer than every release that code compares it with.
public let NSFoundationVersionNumber: Double = 4000
/// The number of the releases that code still asks about.
public let NSFoundationVersionNumber_iOS_8_0: Double = 1140.11

/// Runs the body: without Objective-C nothing is released late, so there is no pool to drain.
///
/// - Parameter body: What is run, once.
/// - Returns: What the body returns.
/// - Throws: What the body throws.
public func autoreleasepool<Result, Failure: Error>(invoking body: () throws(Failure) -> Result) throws(Failure)
  -> Result
{
  try body()
}

extension NSError {
  /// An error that says nothing, as `NSError()` makes one on Apple's systems.
  public convenience init(_: Void = ()) {
    self.init(domain: NSCocoaErrorDomain, code: 0)
  }
}

extension NSMutableDictionary {
  /// Key-value coding as far as dictionaries need it: nil removes.
  public func setValue(_ value: Any?, forKey key: String) {
    if let value {
      setObject(value, forKey: NSString(string: key))
    } else {
      removeObject(forKey: NSString(string: key))
    }
  }

  /// Sets the object for a key whose type says only that it can be copied, as Foundation's keys do.
  ///
  /// A key that is no `NSObject` cannot be compared, and ends the process: a query that lost one of its keys would find more
  /// than was meant.
  public func setObject(_ object: Any, forKey key: any NSCopying) {
    guard let key = key as? NSObject else { preconditionFailure("a key of a dictionary is an NSObject") }
    setObject(object, forKey: AnyHashable(key))
  }
}

extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
  // swift-format-ignore: NoLeadingUnderscores
  /// A string's own key: `dictionary[kSecClass]` finds what `dictionary["class"]` finds.
  ///
  /// Without it a key of type `NSString` misses in a dictionary of `AnyHashable` keys, which Linux does not bridge.
  public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(self as String) }
}
