// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// `Data.write(to:options:)` with its file protection. Foundation's own takes the options on Linux and ignores them.
///
/// It is a property that can be called, because a method of the same name would be ambiguous with Foundation's.
public struct DataWriteFunction: Sendable {
  let data: Data

  /// Writes the data to a file.
  ///
  /// https://developer.apple.com/documentation/foundation/data/write(to:options:)
  /// - Parameters:
  ///   - url: The file.
  ///   - options: How to write; a protection option gives the file its class before it has contents.
  /// - Throws: `CocoaError.featureUnsupported` where a class is asked for and there is no protected folder, a
  ///   `CocoaError` with the code that Foundation has for the errno otherwise.
  public func callAsFunction(to url: URL, options: Data.WritingOptions = []) throws {
    guard let write = ProtectedWrite(options) else { return try data.write(to:options:)(url, options) }
    try write.perform(data, to: url)
  }
}

extension Data {
  /// Writes the data to a file, with the protection that the options ask for.
  public var write: DataWriteFunction { DataWriteFunction(data: self) }
}

/// The same for `NSData`.
public struct NSDataWriteFunction {
  let data: NSData

  /// Writes the data to a file.
  ///
  /// https://developer.apple.com/documentation/foundation/nsdata/write(to:options:)
  /// - Parameters:
  ///   - url: The file.
  ///   - options: How to write; a protection option gives the file its class before it has contents.
  /// - Throws: `CocoaError.featureUnsupported` where a class is asked for and there is no protected folder, a
  ///   `CocoaError` with the code that Foundation has for the errno otherwise.
  public func callAsFunction(to url: URL, options: NSData.WritingOptions = []) throws {
    guard let write = ProtectedWrite(options) else { return try data.write(to:options:)(url, options) }
    try write.perform(Data(referencing: data), to: url)
  }

  /// Writes the data to a file.
  ///
  /// https://developer.apple.com/documentation/foundation/nsdata/write(tofile:options:)
  /// - Parameters:
  ///   - path: The file.
  ///   - options: How to write; a protection option gives the file its class before it has contents.
  /// - Throws: `CocoaError.featureUnsupported` where a class is asked for and there is no protected folder, a
  ///   `CocoaError` with the code that Foundation has for the errno otherwise.
  public func callAsFunction(toFile path: String, options: NSData.WritingOptions = []) throws {
    try callAsFunction(to: URL(fileURLWithPath: path), options: options)
  }
}

extension NSData {
  /// Writes the data to a file, with the protection that the options ask for.
  public var write: NSDataWriteFunction { NSDataWriteFunction(data: self) }
}
