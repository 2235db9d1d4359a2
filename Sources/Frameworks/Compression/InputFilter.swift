// SPDX-License-Identifier: Apache-2.0
public import Foundation

// Unsafe because Apple's signatures are: data is lent to the stream as a pointer.

/// Reads data that it compresses or decompresses on the way.
/// [Apple's page](https://developer.apple.com/documentation/compression/inputfilter)
public class InputFilter<D: DataProtocol> {
  private let stream: FilterStream
  private let bufferCapacity: Int
  private let readFunc: (Int) throws -> D?
  private var isRead = false
  private var ready = Data()

  /// Makes a filter.
  ///
  /// - Parameters:
  ///   - operation: Whether it compresses or decompresses.
  ///   - algorithm: The way to compress.
  ///   - bufferCapacity: The largest piece read at once, in bytes.
  ///   - readFunc: Gives at most so many bytes of data; nil or none at the end.
  /// - Throws: `FilterError.invalidState` if the capacity is not positive or memory is short.
  public init(
    _ operation: FilterOperation, using algorithm: Algorithm, bufferCapacity: Int = 65536,
    readingFrom readFunc: @escaping (Int) throws -> D?
  ) throws {
    stream = try FilterStream(operation, algorithm, bufferCapacity: bufferCapacity)
    self.bufferCapacity = bufferCapacity
    self.readFunc = readFunc
  }

  /// Reads on.
  ///
  /// - Parameter count: How many bytes at most.
  /// - Returns: Fewer than `count` bytes only before the end; nil at the end.
  /// - Throws: `FilterError.invalidData` for data that is not of the algorithm or ends too early, and what `readingFrom` throws.
  public func readData(ofLength count: Int) throws -> Data? {
    precondition(count > 0, "readData(ofLength:) takes a positive length")
    while ready.count < count, !stream.hasEnded { try fill() }
    guard !ready.isEmpty else { return nil }
    let data = Data(ready.prefix(count))
    ready = Data(ready.dropFirst(count))
    return data
  }

  private func fill() throws {
    let data = isRead ? nil : try readFunc(bufferCapacity)
    guard let data, !data.isEmpty else {
      isRead = true
      return try unsafe stream.process(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true) { ready += $0 }
    }
    for region in data.regions {
      try unsafe region.withUnsafeBytes { bytes in
        try unsafe stream.process(bytes, isLast: false) { ready += $0 }
      }
    }
  }
}
