// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension NSURL {
  /// Sets a resource value, `fileProtectionKey` included.
  public var setResourceValue: SetResourceValueFunction { SetResourceValueFunction(url: self) }

  /// Reads resource values, `fileProtectionKey` included.
  public var resourceValues: NSURLResourceValuesFunction { NSURLResourceValuesFunction(url: self) }
}

/// `NSURL.setResourceValue(_:forKey:)`; a property that can be called, as `DataWriteFunction` is.
public struct SetResourceValueFunction {
  let url: NSURL

  /// Sets a resource value; Foundation's own takes the key of the protection and ignores it.
  public func callAsFunction(_ value: Any?, forKey key: URLResourceKey) throws {
    guard key == .fileProtectionKey else { return try url.setResourceValue(_:forKey:)(value, key) }
    let path = url.path ?? ""
    guard let value else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path]) }
    try ProtectedItem(path).setProtection(try ProtectionValue(value, path: path).protection)
  }
}

/// `NSURL.resourceValues(forKeys:)`; a property that can be called, as `DataWriteFunction` is.
public struct NSURLResourceValuesFunction {
  let url: NSURL

  /// Reads resource values.
  public func callAsFunction(forKeys keys: [URLResourceKey]) throws -> [URLResourceKey: Any] {
    var values = try url.resourceValues(forKeys:)(keys.filter { $0 != .fileProtectionKey })
    if keys.contains(.fileProtectionKey), let path = url.path, let protection = try ProtectedItem(path).protection() {
      values[.fileProtectionKey] = URLFileProtection(protection.fileProtectionType)
    }
    return values
  }
}

extension URL {
  /// Reads resource values, `fileProtectionKey` included.
  public var resourceValues: URLResourceValuesFunction { URLResourceValuesFunction(url: self) }
}

/// `URL.resourceValues(forKeys:)`; a property that can be called, as `DataWriteFunction` is.
public struct URLResourceValuesFunction {
  let url: URL

  /// Reads resource values.
  public func callAsFunction(forKeys keys: Set<URLResourceKey>) throws -> ProtectedResourceValues {
    let plain = try url.resourceValues(forKeys:)(keys.subtracting([.fileProtectionKey]))
    guard keys.contains(.fileProtectionKey) else { return ProtectedResourceValues(plain, protection: nil) }
    return ProtectedResourceValues(plain, protection: try ProtectedItem(url.path).protection()?.fileProtectionType)
  }
}

/// Foundation's resource values, and the protection that they lack on Linux.
@dynamicMemberLookup
public struct ProtectedResourceValues {
  private let plain: URLResourceValues
  /// The file's class; nil where it was not asked for and where nothing is protected.
  public let fileProtection: URLFileProtection?

  init(_ plain: URLResourceValues, protection: FileProtectionType?) {
    self.plain = plain
    fileProtection = protection.map { URLFileProtection($0) }
  }

  /// Any value that Foundation has.
  public subscript<Value>(dynamicMember path: KeyPath<URLResourceValues, Value>) -> Value { plain[keyPath: path] }

  /// All values by their keys.
  public var allValues: [URLResourceKey: Any] {
    var values = plain.allValues
    values[.fileProtectionKey] = fileProtection
    return values
  }
}
