// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation
import SecretMemory

// Unsafe because Apple's signatures are: a key is `ContiguousBytes`.

/// The size of a symmetric key.
///
/// https://developer.apple.com/documentation/cryptokit/symmetrickeysize
public struct SymmetricKeySize: Sendable {
  /// The size in bits.
  public let bitCount: Int

  /// The size of 128 bits.
  public static var bits128: SymmetricKeySize { SymmetricKeySize(bitCount: 128) }
  /// The size of 192 bits.
  public static var bits192: SymmetricKeySize { SymmetricKeySize(bitCount: 192) }
  /// The size of 256 bits.
  public static var bits256: SymmetricKeySize { SymmetricKeySize(bitCount: 256) }

  /// A size of whole bytes.
  ///
  /// - Parameter bitCount: The size in bits; what is no positive multiple of eight stops the program.
  public init(bitCount: Int) {
    precondition(bitCount > 0 && bitCount % 8 == 0, "a key has whole bytes")
    self.bitCount = bitCount
  }
}

/// A key that both sides have, in memory that is never swapped and is wiped with the last copy of the value.
///
/// https://developer.apple.com/documentation/cryptokit/symmetrickey
public struct SymmetricKey: ContiguousBytes, Sendable {
  private let bytes: SharedBytes

  /// A fresh random key.
  ///
  /// - Parameter size: Its size.
  public init(size: SymmetricKeySize) { bytes = SharedBytes(SystemRandom.secret(size.bitCount / 8)) }

  /// A key of these bytes.
  ///
  /// - Parameter data: The bytes, which are copied.
  public init<D: ContiguousBytes>(data: D) { bytes = data.withSpan { SharedBytes(copying: $0) } }

  init(copying span: Span<UInt8>) { bytes = SharedBytes(copying: span) }

  init(_ secret: consuming SecretBytes) { bytes = SharedBytes(secret) }

  /// The size in bits.
  public var bitCount: Int { byteCount * 8 }

  var byteCount: Int { bytes.count }

  /// The bytes once more, for a primitive; there must be some.
  func secret() -> SecretBytes { bytes.withBytes { SecretBytes(copying: $0) } }

  /// Lends the bytes.
  ///
  /// - Parameter body: Gets the bytes, which are good as long as it runs.
  /// - Returns: What the body returns.
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try bytes.withBytes { try unsafe $0.lend(body) }
  }
}

extension SymmetricKey: Equatable {
  /// Compares in constant time.
  public static func == (lhs: SymmetricKey, rhs: SymmetricKey) -> Bool {
    lhs.withSpan { one in rhs.withSpan { equalInConstantTime(one, $0) } }
  }
}
