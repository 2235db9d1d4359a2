// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

// Unsafe because Apple's signatures are: one takes a raw buffer.

/// Authentication by a hash and a key (FIPS 198-1).
///
/// https://developer.apple.com/documentation/cryptokit/hmac
public struct HMAC<H: HashFunction>: Sendable {
  /// The key.
  public typealias Key = SymmetricKey
  /// The tag.
  public typealias MAC = HashedAuthenticationCode<H>

  // HMAC is made of any hash function there is, an application's own too: FIPS 198-1, section 4.
  private var inner = H()
  private let outer: H

  /// Begins a message.
  ///
  /// - Parameter key: The key, of any size; the size of a digest is best.
  public init(key: SymmetricKey) {
    var block = [UInt8](repeating: 0, count: H.blockByteCount)
    defer { block.wipe() }
    key.fill(&block, hashedBy: H.self)
    for index in block.indices { block[index] ^= 0x36 }
    inner.update(data: block)
    for index in block.indices { block[index] ^= 0x36 ^ 0x5C }
    var outer = H()
    outer.update(data: block)
    self.outer = outer
  }

  /// Adds data.
  ///
  /// - Parameter data: The data that comes next.
  public mutating func update<D: DataProtocol>(data: D) { inner.update(data: data) }

  /// Adds a secret, which is copied nowhere.
  mutating func update(span: Span<UInt8>) { unsafe span.lend { unsafe inner.update(bufferPointer: $0) } }

  /// The tag of what came so far; more may follow.
  ///
  /// - Returns: The tag, as long as a digest.
  public func finalize() -> MAC {
    var outer = outer
    unsafe inner.finalize().withUnsafeBytes { unsafe outer.update(bufferPointer: $0) }
    return MAC(outer.finalize().array)
  }

  /// The tag of the data.
  ///
  /// - Parameters:
  ///   - data: All of the data.
  ///   - key: The key.
  /// - Returns: The tag, as long as a digest.
  public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> MAC {
    var authenticator = HMAC(key: key)
    authenticator.update(data: data)
    return authenticator.finalize()
  }

  /// Whether the tag is that of the data; compares in constant time.
  ///
  /// - Parameters:
  ///   - mac: The tag to check.
  ///   - authenticatedData: All of the data.
  ///   - key: The key.
  /// - Returns: False for any other tag.
  public static func isValidAuthenticationCode<D: DataProtocol>(
    _ mac: MAC, authenticating authenticatedData: D, using key: SymmetricKey
  ) -> Bool {
    authenticationCode(for: authenticatedData, using: key) == mac
  }

  /// Whether the bytes are the tag of the data; compares in constant time.
  ///
  /// - Parameters:
  ///   - authenticationCode: The tag to check.
  ///   - authenticatedData: All of the data.
  ///   - key: The key.
  /// - Returns: False for any other tag.
  public static func isValidAuthenticationCode<C: ContiguousBytes, D: DataProtocol>(
    _ authenticationCode: C, authenticating authenticatedData: D, using key: SymmetricKey
  ) -> Bool {
    let mac = self.authenticationCode(for: authenticatedData, using: key)
    return authenticationCode.withSpan { code in mac.withSpan { equalInConstantTime(code, $0) } }
  }

  /// Whether the bytes are the tag of the buffer; compares in constant time.
  ///
  /// - Parameters:
  ///   - authenticationCode: The tag to check.
  ///   - bufferPointer: All of the data.
  ///   - key: The key.
  /// - Returns: False for any other tag.
  public static func isValidAuthenticationCode<C: ContiguousBytes>(
    _ authenticationCode: C, authenticating bufferPointer: UnsafeRawBufferPointer, using key: SymmetricKey
  ) -> Bool {
    unsafe isValidAuthenticationCode(authenticationCode, authenticating: Array(bufferPointer), using: key)
  }
}

extension SymmetricKey {
  /// The key in a block, its hash if it is longer.
  fileprivate func fill<H: HashFunction>(_ block: inout [UInt8], hashedBy hash: H.Type) {
    guard byteCount > block.count else {
      withSpan { key in
        for index in key.indices { block[index] = key[index] }
      }
      return
    }
    let digest = unsafe withUnsafeBytes { unsafe H.hash(bufferPointer: $0) }
    digest.withSpan { digest in
      for index in digest.indices { block[index] = digest[index] }
    }
  }
}
