// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

// Unsafe because Apple's signatures are: keys and values are raw pointers to objects that the caller keeps alive.

/// What a Core Foundation collection does with its keys. Every collection here retains and compares objects, so all are alike.
public struct CFDictionaryKeyCallBacks: Sendable {
  public init() {}
}

/// What a Core Foundation dictionary does with its values; see `CFDictionaryKeyCallBacks`.
public struct CFDictionaryValueCallBacks: Sendable {
  public init() {}
}

public let kCFTypeDictionaryKeyCallBacks = CFDictionaryKeyCallBacks()
public let kCFCopyStringDictionaryKeyCallBacks = CFDictionaryKeyCallBacks()
public let kCFTypeDictionaryValueCallBacks = CFDictionaryValueCallBacks()

public func CFDictionaryCreateMutable(
  _ allocator: CFAllocator?, _ capacity: CFIndex, _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>?,
  _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>?
) -> CFMutableDictionary! {
  NSMutableDictionary()
}

public func CFDictionaryGetCount(_ dictionary: CFDictionary!) -> CFIndex { dictionary.count }

public func CFDictionarySetValue(
  _ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
  guard let key = unsafe key, let value = unsafe value, let name = unsafe object(at: key) as? NSObject else { return }
  dictionary.setObject(unsafe object(at: value), forKey: name)
}

public func CFDictionaryAddValue(
  _ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
  if unsafe CFDictionaryContainsKey(dictionary, key) { return }
  unsafe CFDictionarySetValue(dictionary, key, value)
}

public func CFDictionaryRemoveValue(_ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!) {
  guard let key = unsafe key, let name = unsafe object(at: key) as? NSObject else { return }
  dictionary.removeObject(forKey: name)
}

public func CFDictionaryContainsKey(_ dictionary: CFDictionary!, _ key: UnsafeRawPointer!) -> Bool {
  guard let key = unsafe key, let name = unsafe object(at: key) as? NSObject else { return false }
  return dictionary.object(forKey: name) != nil
}

public func CFArrayGetCount(_ array: CFArray!) -> CFIndex { array.count }

private func object(at pointer: UnsafeRawPointer) -> AnyObject {
  unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
}
