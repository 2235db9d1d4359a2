// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// `Data.write(to:options:)` with its file protection. Foundation's own takes the options on Linux and ignores them.
///
/// It is a property that can be called, because a method of the same name would be ambiguous with Foundation's.
public struct DataWriteFunction: Sendable {
  let data: Data

  /// Writes the data; with a protection option, into a file that has the class before it has contents.
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

  /// See `DataWriteFunction`.
  public func callAsFunction(to url: URL, options: NSData.WritingOptions = []) throws {
    guard let write = ProtectedWrite(options) else { return try data.write(to:options:)(url, options) }
    try write.perform(Data(referencing: data), to: url)
  }

  /// See `DataWriteFunction`.
  public func callAsFunction(toFile path: String, options: NSData.WritingOptions = []) throws {
    try callAsFunction(to: URL(fileURLWithPath: path), options: options)
  }
}

extension NSData {
  /// Writes the data to a file, with the protection that the options ask for.
  public var write: NSDataWriteFunction { NSDataWriteFunction(data: self) }
}
