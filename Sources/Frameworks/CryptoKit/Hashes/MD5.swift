// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

// Unsafe because Apple's signatures are: hashes take and lend raw buffers.

extension Insecure {
  /// MD5: for what exists already; collisions of it are made at will.
  public struct MD5: HashFunction {
    /// The block size of the function.
    public static var blockByteCount: Int { 64 }
    /// The number of bytes of a digest.
    public static var byteCount: Int { 16 }
    /// The type of the digest.
    public typealias Digest = MD5Digest

    private var state = HashState(.md5)

    /// Begins a hash.
    public init() {}

    /// Adds bytes.
    ///
    /// - Parameter bufferPointer: The bytes that come next.
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { unsafe state.update(bufferPointer) }

    /// Computes the digest of the data so far; more data may follow.
    ///
    /// - Returns: The digest.
    public func finalize() -> MD5Digest { MD5Digest(state.digest) }
  }

  /// A digest of MD5.
  public struct MD5Digest: Digest {
    /// The number of bytes.
    public static var byteCount: Int { 16 }

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
    public var description: String { digest.description("MD5") }
  }
}
