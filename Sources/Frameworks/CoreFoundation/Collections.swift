// SPDX-License-Identifier: Apache-2.0
import CFoundationObjects
public import Foundation

// Unsafe because Apple's signatures are: keys and values are raw pointers to objects that the caller keeps alive.

/// The callbacks of a Core Foundation collection for its keys. Every collection here retains and compares objects, so
/// all are alike.
public struct CFDictionaryKeyCallBacks: Sendable {
  /// The callbacks of every collection here: objects are retained.
  public init() {}
}

/// The callbacks of a Core Foundation dictionary for its values; see `CFDictionaryKeyCallBacks`.
public struct CFDictionaryValueCallBacks: Sendable {
  /// The callbacks of every collection here: objects are retained.
  public init() {}
}

/// The callbacks of a Core Foundation array for its values; see `CFDictionaryKeyCallBacks`.
public struct CFArrayCallBacks: Sendable {
  /// The callbacks of every collection here: objects are retained.
  public init() {}
}

/// An array of objects, which it retains.
public let kCFTypeArrayCallBacks = CFArrayCallBacks()
/// A dictionary with objects as keys, which it retains.
public let kCFTypeDictionaryKeyCallBacks = CFDictionaryKeyCallBacks()
/// A dictionary with strings as keys, which it copies.
public let kCFCopyStringDictionaryKeyCallBacks = CFDictionaryKeyCallBacks()
/// A dictionary with objects as values, which it retains.
public let kCFTypeDictionaryValueCallBacks = CFDictionaryValueCallBacks()

/// An empty dictionary.
public func CFDictionaryCreateMutable(
  _ allocator: CFAllocator?, _ capacity: CFIndex, _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>?,
  _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>?
) -> CFMutableDictionary! {
  NSMutableDictionary()
}

/// A dictionary of so many keys and values.
public func CFDictionaryCreate(
  _ allocator: CFAllocator?, _ keys: UnsafeMutablePointer<UnsafeRawPointer?>!,
  _ values: UnsafeMutablePointer<UnsafeRawPointer?>!, _ count: CFIndex,
  _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>?, _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>?
) -> CFDictionary! {
  let dictionary = NSMutableDictionary()
  for index in 0..<count { unsafe CFDictionaryAddValue(dictionary, keys[index], values[index]) }
  return dictionary
}

/// The number of keys.
public func CFDictionaryGetCount(_ dictionary: CFDictionary!) -> CFIndex { dictionary.count }

/// Sets the value of a key, whether it has one or not.
public func CFDictionarySetValue(
  _ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
  guard let key = unsafe key, let value = unsafe value, let name = unsafe object(at: key) as? NSObject else { return }
  dictionary.setObject(unsafe object(at: value), forKey: name)
}

/// Gives a key a value if it has none.
public func CFDictionaryAddValue(
  _ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
  if unsafe CFDictionaryContainsKey(dictionary, key) { return }
  unsafe CFDictionarySetValue(dictionary, key, value)
}

/// Removes a key.
public func CFDictionaryRemoveValue(_ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!) {
  guard let key = unsafe key, let name = unsafe object(at: key) as? NSObject else { return }
  dictionary.removeObject(forKey: name)
}

/// Whether the dictionary has a key.
public func CFDictionaryContainsKey(_ dictionary: CFDictionary!, _ key: UnsafeRawPointer!) -> Bool {
  guard let key = unsafe key, let name = unsafe object(at: key) as? NSObject else { return false }
  return dictionary.object(forKey: name) != nil
}

/// Points to what the dictionary holds, and is good as long as it is held.
public func CFDictionaryGetValue(_ dictionary: CFDictionary!, _ key: UnsafeRawPointer!) -> UnsafeRawPointer! {
  guard let key = unsafe key else { return nil }
  return unsafe foundation_dictionary_object(pointer(to: dictionary), key)
}

/// Whether the dictionary has a key, and its value.
public func CFDictionaryGetValueIfPresent(
  _ dictionary: CFDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeMutablePointer<UnsafeRawPointer?>!
) -> Bool {
  guard let found = unsafe CFDictionaryGetValue(dictionary, key) else { return false }
  unsafe value?.pointee = found
  return true
}

// MARK: - Arrays

/// An array of so many values.
public func CFArrayCreate(
  _ allocator: CFAllocator?, _ values: UnsafeMutablePointer<UnsafeRawPointer?>!, _ count: CFIndex,
  _ callBacks: UnsafePointer<CFArrayCallBacks>?
) -> CFArray! {
  let array = NSMutableArray()
  for index in 0..<count { unsafe CFArrayAppendValue(array, values[index]) }
  return array
}

/// An empty array.
public func CFArrayCreateMutable(
  _ allocator: CFAllocator?, _ capacity: CFIndex, _ callBacks: UnsafePointer<CFArrayCallBacks>?
) -> CFMutableArray! {
  NSMutableArray()
}

/// Adds a value at the end.
public func CFArrayAppendValue(_ array: CFMutableArray!, _ value: UnsafeRawPointer!) {
  guard let value = unsafe value else { return }
  array.add(unsafe object(at: value))
}

/// The number of values.
public func CFArrayGetCount(_ array: CFArray!) -> CFIndex { array.count }

/// Points to what the array holds, and is good as long as it is held.
public func CFArrayGetValueAtIndex(_ array: CFArray!, _ index: CFIndex) -> UnsafeRawPointer! {
  unsafe foundation_array_object(pointer(to: array), index)
}

private func object(at pointer: UnsafeRawPointer) -> AnyObject {
  unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
}

func pointer(to object: AnyObject) -> UnsafeRawPointer {
  unsafe UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
}
