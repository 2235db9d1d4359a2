// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Derives keys from a secret (RFC 5869).
public struct HKDF<H: HashFunction>: Sendable {
  /// A key from key material, with a salt and a purpose.
  public static func deriveKey<Salt: DataProtocol, Info: DataProtocol>(
    inputKeyMaterial: SymmetricKey, salt: Salt, info: Info, outputByteCount: Int
  ) -> SymmetricKey {
    expand(
      pseudoRandomKey: extract(inputKeyMaterial: inputKeyMaterial, salt: salt), info: info,
      outputByteCount: outputByteCount)
  }

  /// A key from key material, with a purpose.
  public static func deriveKey<Info: DataProtocol>(
    inputKeyMaterial: SymmetricKey, info: Info, outputByteCount: Int
  ) -> SymmetricKey {
    deriveKey(inputKeyMaterial: inputKeyMaterial, salt: [UInt8](), info: info, outputByteCount: outputByteCount)
  }

  /// A key from key material, with a salt.
  public static func deriveKey<Salt: DataProtocol>(
    inputKeyMaterial: SymmetricKey, salt: Salt, outputByteCount: Int
  ) -> SymmetricKey {
    deriveKey(inputKeyMaterial: inputKeyMaterial, salt: salt, info: [UInt8](), outputByteCount: outputByteCount)
  }

  /// A key from key material.
  public static func deriveKey(inputKeyMaterial: SymmetricKey, outputByteCount: Int) -> SymmetricKey {
    deriveKey(
      inputKeyMaterial: inputKeyMaterial, salt: [UInt8](), info: [UInt8](), outputByteCount: outputByteCount)
  }

  /// The pseudorandom key (RFC 5869, section 2.2).
  public static func extract<Salt: DataProtocol>(
    inputKeyMaterial: SymmetricKey, salt: Salt?
  ) -> HashedAuthenticationCode<H> {
    let key = SymmetricKey(data: salt.map { Array($0) } ?? [])
    return inputKeyMaterial.withSpan { material in
      HMAC<H>.authenticationCode(for: material.indices.map { material[$0] }, using: key)
    }
  }

  /// A key of up to 255 times the size of a digest (RFC 5869, section 2.3).
  public static func expand<PRK: ContiguousBytes, Info: DataProtocol>(
    pseudoRandomKey prk: PRK, info: Info?, outputByteCount: Int
  ) -> SymmetricKey {
    precondition((0...255 * H.Digest.byteCount).contains(outputByteCount), "RFC 5869 derives up to 255 digests")
    let keyed = HMAC<H>(key: SymmetricKey(data: prk))
    var output: [UInt8] = []
    var block: [UInt8] = []
    defer {
      output.withUnsafeMutableBytesWiped()
      block.withUnsafeMutableBytesWiped()
    }
    output.reserveCapacity(outputByteCount + H.Digest.byteCount)
    var counter: UInt8 = 0
    while output.count < outputByteCount {
      counter += 1
      var mac = keyed
      mac.update(data: block)
      if let info { mac.update(data: info) }
      mac.update(data: [counter])
      block = Array(mac.finalize())
      output += block
    }
    return SymmetricKey(data: output.prefix(outputByteCount).map { $0 })
  }
}

extension [UInt8] {
  /// Overwrites what was secret.
  mutating func withUnsafeMutableBytesWiped() {
    for index in indices { self[index] = 0 }
  }
}
