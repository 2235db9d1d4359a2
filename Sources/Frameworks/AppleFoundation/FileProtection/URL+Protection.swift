// SPDX-License-Identifier: Apache-2.0
public import Foundation
import ProtectionModel

extension NSURL {
  /// Sets a resource value, `fileProtectionKey` included.
  public var setResourceValue: SetResourceValueFunction { SetResourceValueFunction(url: self) }

  /// Sets several resource values, `fileProtectionKey` included.
  public var setResourceValues: SetResourceValuesFunction { SetResourceValuesFunction(url: self) }

  /// Reads a resource value, `fileProtectionKey` included.
  public var getResourceValue: GetResourceValueFunction { GetResourceValueFunction(url: self) }

  /// Reads resource values, `fileProtectionKey` included.
  public var resourceValues: NSURLResourceValuesFunction { NSURLResourceValuesFunction(url: self) }
}

/// `NSURL.setResourceValue(_:forKey:)`; a property that can be called, as `DataWriteFunction` is.
public struct SetResourceValueFunction {
  let url: NSURL

  /// Sets a resource value; Foundation's own takes the key of the protection and ignores it.
  ///
  /// https://developer.apple.com/documentation/foundation/nsurl/setresourcevalue(_:forkey:)
  /// - Parameters:
  ///   - value: The value; of a protection it cannot be nil.
  ///   - key: What it is the value of.
  /// - Throws: `CocoaError.featureUnsupported` where a class is asked for and there is no protected folder, a
  ///   `CocoaError` with the code that Foundation has for the errno otherwise.
  public func callAsFunction(_ value: Any?, forKey key: URLResourceKey) throws {
    guard key == .fileProtectionKey else { return try url.setResourceValue(_:forKey:)(value, key) }
    let path = url.path ?? ""
    guard let value else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path]) }
    try ProtectedItem(path).setProtection(try ProtectionValue(value, path: path).protection)
  }
}

/// `NSURL.setResourceValues(_:)`; a property that can be called, as `DataWriteFunction` is.
public struct SetResourceValuesFunction {
  let url: NSURL

  /// Sets resource values, the protection first: where it cannot be had, nothing is set.
  ///
  /// https://developer.apple.com/documentation/foundation/nsurl/setresourcevalues(_:)
  /// - Parameter values: The values.
  /// - Throws: `CocoaError.featureUnsupported` where a class is asked for and there is no protected folder, a
  ///   `CocoaError` with the code that Foundation has for the errno otherwise.
  public func callAsFunction(_ values: [URLResourceKey: Any]) throws {
    var rest = values
    if let value = rest.removeValue(forKey: .fileProtectionKey) {
      try url.setResourceValue(value, forKey: .fileProtectionKey)
    }
    try url.setResourceValues(_:)(rest)
  }
}

/// `NSURL.getResourceValue(_:forKey:)`; a property that can be called, as `DataWriteFunction` is.
public struct GetResourceValueFunction {
  let url: NSURL

  /// Reads a resource value.
  ///
  /// https://developer.apple.com/documentation/foundation/nsurl/getresourcevalue(_:forkey:)
  /// - Parameters:
  ///   - value: Receives the value, a protection as the string that `URLFileProtection` is made of; nil where nothing
  ///     is protected.
  ///   - key: What is asked for.
  /// - Throws: A `CocoaError` with the code that Foundation has for the errno, where the protection is asked for and
  ///   cannot be told.
  public func callAsFunction(_ value: inout AnyObject?, forKey key: URLResourceKey) throws {
    guard key == .fileProtectionKey else { return try url.getResourceValue(_:forKey:)(&value, key) }
    value = try url.protection()?._bridgeToObjectiveC()
  }
}

/// `NSURL.resourceValues(forKeys:)`; a property that can be called, as `DataWriteFunction` is.
public struct NSURLResourceValuesFunction {
  let url: NSURL

  /// Reads resource values.
  ///
  /// https://developer.apple.com/documentation/foundation/nsurl/resourcevalues(forkeys:)
  /// - Parameter keys: What is asked for.
  /// - Returns: The values that there are.
  /// - Throws: A `CocoaError` with the code that Foundation has for the errno, where the protection is asked for and
  ///   cannot be told.
  public func callAsFunction(forKeys keys: [URLResourceKey]) throws -> [URLResourceKey: Any] {
    var values = try url.resourceValues(forKeys:)(keys.filter { $0 != .fileProtectionKey })
    if keys.contains(.fileProtectionKey) { values[.fileProtectionKey] = try url.protection()?._bridgeToObjectiveC() }
    return values
  }
}

extension NSURL {
  /// The protection of the file; nil where nothing is protected.
  fileprivate func protection() throws -> URLFileProtection? {
    guard let path else { return nil }
    return try ProtectedItem(path).protection().map { URLFileProtection($0.fileProtectionType) }
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
  ///
  /// https://developer.apple.com/documentation/foundation/url/resourcevalues(forkeys:)
  /// - Parameter keys: What is asked for.
  /// - Returns: The values; `fileProtection` is looked up when it is read.
  /// - Throws: A `CocoaError` with the code that Foundation has for the errno, where the protection is asked for and
  ///   cannot be told.
  public func callAsFunction(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues {
    guard keys.contains(.fileProtectionKey) else { return try url.resourceValues(forKeys:)(keys) }
    _ = try ProtectedItem(url.path).protection()
    // Values keep nothing that Foundation does not know: the path is what the protection is found by.
    return try url.resourceValues(forKeys:)(keys.subtracting([.fileProtectionKey]).union([.pathKey]))
  }
}

extension URLResourceValues {
  /// The class that the file has when this is read; nil where it was not asked for and where nothing is protected.
  public var fileProtection: URLFileProtection? {
    guard let path, let protection = try? ProtectedItem(path).protection() else { return nil }
    return URLFileProtection(protection.fileProtectionType)
  }
}
