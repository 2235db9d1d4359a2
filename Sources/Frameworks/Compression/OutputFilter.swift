// SPDX-License-Identifier: Apache-2.0
public import Foundation

// Unsafe because Apple's signatures are: data is lent to the stream as a pointer.

/// Compresses or decompresses what is written to it, and hands on what comes of it.
/// [Apple's page](https://developer.apple.com/documentation/compression/outputfilter)
public class OutputFilter {
  private var stream: FilterStream?
  private let writeFunc: (Data?) throws -> Void

  /// Makes a filter.
  ///
  /// - Parameters:
  ///   - operation: Whether it compresses or decompresses.
  ///   - algorithm: The way to compress.
  ///   - bufferCapacity: The largest piece handed on, in bytes.
  ///   - writeFunc: Is given the pieces, and nil at the end.
  /// - Throws: `FilterError.invalidState` if the capacity is not positive or memory is short.
  public init(
    _ operation: FilterOperation, using algorithm: Algorithm, bufferCapacity: Int = 65536,
    writingTo writeFunc: @escaping (_ data: Data?) throws -> Void
  ) throws {
    stream = try FilterStream(operation, algorithm, bufferCapacity: bufferCapacity)
    self.writeFunc = writeFunc
  }

  /// Takes more data.
  ///
  /// - Parameter data: The data; nil or none ends the filter, as `finalize()` does.
  /// - Throws: `FilterError.invalidState` after the end, `FilterError.invalidData` for data that is not of the algorithm, and
  ///   what `writingTo` throws.
  public func write<D: DataProtocol>(_ data: D?) throws {
    guard let data, !data.isEmpty else { return try finalize() }
    guard let stream else { throw FilterError.invalidState }
    for region in data.regions {
      try unsafe region.withUnsafeBytes { try unsafe stream.process($0, isLast: false, writeFunc) }
    }
  }

  /// Ends the filter: hands on what is left, then nil. Does nothing the second time.
  ///
  /// - Throws: `FilterError.invalidData` for compressed data that ended too early, and what `writingTo` throws.
  public func finalize() throws {
    guard let stream else { return }
    self.stream = nil
    try unsafe stream.process(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, writeFunc)
    try writeFunc(nil)
  }
}
