// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Derives keys from a secret (RFC 5869).
///
/// https://developer.apple.com/documentation/cryptokit/hkdf
public struct HKDF<H: HashFunction>: Sendable {
  /// A key from key material, with a salt and a purpose.
  ///
  /// - Parameters:
  ///   - inputKeyMaterial: The secret, which need not be uniform.
  ///   - salt: What makes the key another one for each use; it need not be secret.
  ///   - info: What the key is for.
  ///   - outputByteCount: The size of the key in bytes, up to 255 digests: more stops the program.
  /// - Returns: The key.
  public static func deriveKey<Salt: DataProtocol, Info: DataProtocol>(
    inputKeyMaterial: SymmetricKey, salt: Salt, info: Info, outputByteCount: Int
  ) -> SymmetricKey {
    expand(
      pseudoRandomKey: extract(inputKeyMaterial: inputKeyMaterial, salt: salt), info: info,
      outputByteCount: outputByteCount)
  }

  /// A key from key material, with a purpose.
  ///
  /// - Parameters:
  ///   - inputKeyMaterial: The secret, which need not be uniform.
  ///   - info: What the key is for.
  ///   - outputByteCount: The size of the key in bytes, up to 255 digests: more stops the program.
  /// - Returns: The key.
  public static func deriveKey<Info: DataProtocol>(
    inputKeyMaterial: SymmetricKey, info: Info, outputByteCount: Int
  ) -> SymmetricKey {
    deriveKey(inputKeyMaterial: inputKeyMaterial, salt: [UInt8](), info: info, outputByteCount: outputByteCount)
  }

  /// A key from key material, with a salt.
  ///
  /// - Parameters:
  ///   - inputKeyMaterial: The secret, which need not be uniform.
  ///   - salt: What makes the key another one for each use; it need not be secret.
  ///   - outputByteCount: The size of the key in bytes, up to 255 digests: more stops the program.
  /// - Returns: The key.
  public static func deriveKey<Salt: DataProtocol>(
    inputKeyMaterial: SymmetricKey, salt: Salt, outputByteCount: Int
  ) -> SymmetricKey {
    deriveKey(inputKeyMaterial: inputKeyMaterial, salt: salt, info: [UInt8](), outputByteCount: outputByteCount)
  }

  /// A key from key material.
  ///
  /// - Parameters:
  ///   - inputKeyMaterial: The secret, which need not be uniform.
  ///   - outputByteCount: The size of the key in bytes, up to 255 digests: more stops the program.
  /// - Returns: The key.
  public static func deriveKey(inputKeyMaterial: SymmetricKey, outputByteCount: Int) -> SymmetricKey {
    deriveKey(
      inputKeyMaterial: inputKeyMaterial, salt: [UInt8](), info: [UInt8](), outputByteCount: outputByteCount)
  }

  /// The first half of the derivation (RFC 5869, section 2.2).
  ///
  /// - Parameters:
  ///   - inputKeyMaterial: The secret, which need not be uniform.
  ///   - salt: What makes the key another one for each use; it need not be secret.
  /// - Returns: The pseudorandom key, as long as a digest.
  public static func extract<Salt: DataProtocol>(
    inputKeyMaterial: SymmetricKey, salt: Salt?
  ) -> HashedAuthenticationCode<H> {
    let key = SymmetricKey(data: salt.map { Array($0) } ?? [])
    var authenticator = HMAC<H>(key: key)
    inputKeyMaterial.withSpan { authenticator.update(span: $0) }
    return authenticator.finalize()
  }

  /// The second half of the derivation (RFC 5869, section 2.3).
  ///
  /// - Parameters:
  ///   - prk: The pseudorandom key.
  ///   - info: What the key is for.
  ///   - outputByteCount: The size of the key in bytes, up to 255 digests: more stops the program.
  /// - Returns: The key.
  public static func expand<PRK: ContiguousBytes, Info: DataProtocol>(
    pseudoRandomKey prk: PRK, info: Info?, outputByteCount: Int
  ) -> SymmetricKey {
    precondition((0...255 * H.Digest.byteCount).contains(outputByteCount), "RFC 5869 derives up to 255 digests")
    let keyed = HMAC<H>(key: SymmetricKey(data: prk))
    var output: [UInt8] = []
    var block: [UInt8] = []
    defer {
      output.wipe()
      block.wipe()
    }
    output.reserveCapacity(outputByteCount + H.Digest.byteCount)
    var counter: UInt8 = 0
    while output.count < outputByteCount {
      counter += 1
      var mac = keyed
      mac.update(data: block)
      if let info { mac.update(data: info) }
      mac.update(data: [counter])
      block.wipe()
      block = mac.finalize().array
      output += block
    }
    return SymmetricKey(copying: output.span.extracting(first: outputByteCount))
  }
}
