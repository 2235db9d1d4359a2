// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CryptoPrimitives
public import Foundation
import SecretMemory

// Unsafe because Apple's signatures are: a secret is `ContiguousBytes`.

/// The secret that two sides agreed on; not a key yet, but what keys are derived from.
///
/// https://developer.apple.com/documentation/cryptokit/sharedsecret
public struct SharedSecret: ContiguousBytes, Sendable {
  private let bytes: SharedBytes

  init(_ secret: consuming SecretBytes) { bytes = SharedBytes(secret) }

  /// Lends the bytes.
  ///
  /// - Parameter body: Gets the bytes, which are good as long as it runs.
  /// - Returns: What the body returns.
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try bytes.withBytes { try unsafe $0.lend(body) }
  }

  /// A key derived with HKDF (RFC 5869).
  ///
  /// - Parameters:
  ///   - hashFunction: The hash.
  ///   - salt: What makes the key another one for each use; it need not be secret.
  ///   - sharedInfo: What the key is for.
  ///   - outputByteCount: The size of the key in bytes, up to 255 digests.
  /// - Returns: The key.
  public func hkdfDerivedSymmetricKey<H: HashFunction, Salt: DataProtocol, SI: DataProtocol>(
    using hashFunction: H.Type, salt: Salt, sharedInfo: SI, outputByteCount: Int
  ) -> SymmetricKey {
    HKDF<H>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: self), salt: salt, info: sharedInfo, outputByteCount: outputByteCount)
  }

  /// A key derived with the function of ANSI X9.63 (SEC 1, section 3.6.1).
  ///
  /// - Parameters:
  ///   - hashFunction: The hash.
  ///   - sharedInfo: What both sides know and mix in.
  ///   - outputByteCount: The size of the key in bytes.
  /// - Returns: The key.
  public func x963DerivedSymmetricKey<H: HashFunction, SI: DataProtocol>(
    using hashFunction: H.Type, sharedInfo: SI, outputByteCount: Int
  ) -> SymmetricKey {
    precondition((0...X963KDF.longest).contains(outputByteCount))
    var output: [UInt8] = []
    defer { output.wipe() }
    output.reserveCapacity(outputByteCount + H.Digest.byteCount)
    var counter: UInt32 = 0
    while output.count < outputByteCount {
      counter += 1
      var hash = H()
      unsafe withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
      hash.update(data: (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) })
      hash.update(data: sharedInfo)
      output += hash.finalize().array
    }
    return SymmetricKey(copying: output.span.extracting(first: outputByteCount))
  }
}

extension SharedSecret: Hashable {
  /// Compares in constant time.
  public static func == (lhs: SharedSecret, rhs: SharedSecret) -> Bool {
    lhs.withSpan { one in rhs.withSpan { equalInConstantTime(one, $0) } }
  }

  /// Compares in constant time with bytes from elsewhere.
  public static func == <D: DataProtocol>(lhs: SharedSecret, rhs: D) -> Bool {
    lhs.withSpan { equalInConstantTime($0, Array(rhs).span) }
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
}

extension SharedSecret: CustomStringConvertible {
  /// The kind of value; the secret is not printed.
  public var description: String { "SharedSecret" }
}
