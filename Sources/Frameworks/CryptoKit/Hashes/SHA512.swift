// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

// Unsafe because Apple's signatures are: hashes take and lend raw buffers.

/// SHA-512 (FIPS 180-4).
///
/// https://developer.apple.com/documentation/cryptokit/sha512
public struct SHA512: HashFunction {
  /// The block size of the function.
  public static var blockByteCount: Int { 128 }
  /// The number of bytes of a digest.
  public static var byteCount: Int { 64 }
  /// The type of the digest.
  public typealias Digest = SHA512Digest

  private var state = HashState(.sha512)

  /// Begins a hash.
  public init() {}

  /// Adds bytes.
  ///
  /// - Parameter bufferPointer: The bytes that come next.
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) { unsafe state.update(bufferPointer) }

  /// The hash of what came so far; more may follow.
  ///
  /// - Returns: The digest.
  public func finalize() -> SHA512Digest { SHA512Digest(state.digest) }
}

/// A digest of SHA512.
public struct SHA512Digest: Digest {
  /// The number of bytes.
  public static var byteCount: Int { 64 }

  private let digest: DigestBytes

  init(_ digest: DigestBytes) { self.digest = digest }

  /// Lends the bytes.
  ///
  /// - Parameter body: Gets the bytes, which are good as long as it runs.
  /// - Returns: What the body returns.
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try unsafe digest.bytes.withUnsafeBytes(body)
  }

  /// The name of the function and the bytes in hexadecimal.
  public var description: String { digest.description("SHA512") }
}
