// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

// Unsafe because Apple's signatures are: a hash function takes raw buffers.

/// A hash that is fed in parts.
///
/// https://developer.apple.com/documentation/cryptokit/hashfunction
public protocol HashFunction: Sendable {
  /// The block size of the function.
  static var blockByteCount: Int { get }
  /// The type of the digest.
  associatedtype Digest: CryptoKit.Digest

  /// Begins a hash.
  init()

  /// Adds bytes.
  mutating func update(bufferPointer: UnsafeRawBufferPointer)

  /// The hash of what came so far.
  func finalize() -> Digest
}

extension HashFunction {
  /// The hash of the data.
  ///
  /// - Parameter data: All of the data.
  /// - Returns: The digest.
  public static func hash<D: DataProtocol>(data: D) -> Digest {
    var function = Self()
    function.update(data: data)
    return function.finalize()
  }

  /// The hash of the bytes.
  ///
  /// - Parameter bufferPointer: All of the bytes.
  /// - Returns: The digest.
  public static func hash(bufferPointer: UnsafeRawBufferPointer) -> Digest {
    var function = Self()
    unsafe function.update(bufferPointer: bufferPointer)
    return function.finalize()
  }

  /// Adds data, part by part where it is in parts.
  ///
  /// - Parameter data: The data that comes next.
  public mutating func update<D: DataProtocol>(data: D) {
    for region in data.regions {
      unsafe region.withUnsafeBytes { unsafe update(bufferPointer: $0) }
    }
  }
}

/// A running hash as a value: copies go their own way.
struct HashState: Sendable {
  private var running: RunningDigest

  init(_ algorithm: DigestAlgorithm) { running = RunningDigest(algorithm) }

  @unsafe mutating func update(_ bytes: UnsafeRawBufferPointer) {
    if !isKnownUniquelyReferenced(&running) { running = RunningDigest(copying: running) }
    running.update(unsafe Span<UInt8>(_unsafeBytes: bytes))
  }

  var digest: DigestBytes { DigestBytes(bytes: running.digest()) }
}
