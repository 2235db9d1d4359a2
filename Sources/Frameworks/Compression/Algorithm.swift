// SPDX-License-Identifier: Apache-2.0
@_exported public import CCompression

/// A way to compress. [Apple's page](https://developer.apple.com/documentation/compression/algorithm)
public enum Algorithm: CaseIterable, RawRepresentable, Sendable {
  /// The algorithm deflate without a header (RFC 1951), level 5.
  case zlib
  /// Blocks of LZ4 with Apple's frame.
  case lz4
  /// The xz container, level 6.
  case lzma
  /// The algorithm Brotli (RFC 7932), level 2.
  case brotli

  /// LZFSE has no library in Debian 12.
  @available(*, unavailable, message: "LZFSE has no library in Debian: use .zlib, or .lzma for less space")
  public static var lzfse: Algorithm { fatalError("unavailable") }

  /// LZBITMAP has no library outside Apple's systems.
  @available(*, unavailable, message: "LZBITMAP has no library outside Apple's systems: use .lz4")
  public static var lzbitmap: Algorithm { fatalError("unavailable") }

  /// The algorithm of a number of the C functions; nil for `COMPRESSION_LZ4_RAW`, as on Apple's systems, and for unknown ones.
  public init?(rawValue: compression_algorithm) {
    guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = found
  }

  /// The number that the C functions know it by.
  public var rawValue: compression_algorithm {
    switch self {
    case .zlib: COMPRESSION_ZLIB
    case .lz4: COMPRESSION_LZ4
    case .lzma: COMPRESSION_LZMA
    case .brotli: COMPRESSION_BROTLI
    }
  }
}

/// The operation of a filter. [Apple's page](https://developer.apple.com/documentation/compression/filteroperation)
public enum FilterOperation: RawRepresentable, Sendable {
  /// Makes the data smaller.
  case compress
  /// Makes compressed data what it was.
  case decompress

  /// The operation of a number of the C functions; nil for unknown ones.
  public init?(rawValue: compression_stream_operation) {
    switch rawValue {
    case COMPRESSION_STREAM_ENCODE: self = .compress
    case COMPRESSION_STREAM_DECODE: self = .decompress
    default: return nil
    }
  }

  /// The number that the C functions know it by.
  public var rawValue: compression_stream_operation {
    switch self {
    case .compress: COMPRESSION_STREAM_ENCODE
    case .decompress: COMPRESSION_STREAM_DECODE
    }
  }
}

/// Why a filter could not go on. [Apple's page](https://developer.apple.com/documentation/compression/filtererror)
public enum FilterError: Error, Sendable {
  /// The filter was ended before, or could not be made.
  case invalidState
  /// The data is not of the algorithm, or ends too early.
  case invalidData
}
