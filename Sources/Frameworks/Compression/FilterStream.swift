// SPDX-License-Identifier: Apache-2.0
import CCompression
import Foundation

// Unsafe because Apple's signatures are: a stream reads and writes through the pointers of a C struct.

/// A stream of the C functions, and the buffer that it writes to.
@safe final class FilterStream {
  private var stream: compression_stream
  private let buffer: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private(set) var hasEnded = false

  init(_ operation: FilterOperation, _ algorithm: Algorithm, bufferCapacity: Int) throws(FilterError) {
    guard bufferCapacity > 0 else { throw .invalidState }
    unsafe stream = compression_stream()
    guard unsafe compression_stream_init(&stream, operation.rawValue, algorithm.rawValue) == COMPRESSION_STATUS_OK
    else {
      throw .invalidState
    }
    unsafe buffer = .allocate(capacity: bufferCapacity)
    capacity = bufferCapacity
  }

  deinit {
    unsafe compression_stream_destroy(&stream)
    unsafe buffer.deallocate()
  }

  /// Works on the bytes until all are used up, and hands on what comes of them piece by piece.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - isLast: No further bytes come.
  ///   - handOn: Is given pieces of at most the buffer's size.
  /// - Throws: `FilterError.invalidData`, and what `handOn` throws.
  func process(_ bytes: UnsafeRawBufferPointer, isLast: Bool, _ handOn: (Data) throws -> Void) throws {
    guard !hasEnded else { return }
    // A stream without input is given an address all the same.
    unsafe stream.src_ptr = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? UnsafePointer(buffer)
    unsafe stream.src_size = bytes.count
    var isFull = false
    repeat {
      unsafe stream.dst_ptr = buffer
      unsafe stream.dst_size = capacity
      let flags = isLast ? Int32(COMPRESSION_STREAM_FINALIZE.rawValue) : 0
      let status = unsafe compression_stream_process(&stream, flags)
      guard status != COMPRESSION_STATUS_ERROR else { throw FilterError.invalidData }
      let written = unsafe capacity - stream.dst_size
      if written > 0 { try handOn(unsafe Data(bytes: buffer, count: written)) }
      hasEnded = status == COMPRESSION_STATUS_END
      isFull = unsafe stream.dst_size == 0
    } while unsafe !hasEnded && (isFull || stream.src_size > 0)
  }
}
