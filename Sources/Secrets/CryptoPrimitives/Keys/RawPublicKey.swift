// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// The public key of an Edwards curve, which verifies, or of a Montgomery curve, which is agreed a secret with.
package struct RawPublicKey: Sendable, Hashable {
  package let curve: RawCurve
  package let bytes: [UInt8]
  package let key: LibraryKey

  package init(_ curve: RawCurve, _ bytes: Span<UInt8>) throws(CryptoError) {
    guard bytes.count == curve.keySize else { throw .invalidPublicKey }
    self.curve = curve
    self.bytes = bytes.indices.map { bytes[$0] }
    key = try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(CryptoError) in
      guard Crypto.isLoaded else { throw .fromLibrary() }
      return try unsafe LibraryKey(
        EVP_PKEY_new_raw_public_key_ex(nil, LibraryParameters.pointer(curve.name), nil, bytes.baseAddress, bytes.count))
    }
  }

  init(_ curve: RawCurve, of key: LibraryKey) throws(CryptoError) {
    var bytes = [UInt8](repeating: 0, count: curve.keySize)
    var count = bytes.count
    guard unsafe EVP_PKEY_get_raw_public_key(key.raw, &bytes, &count) == 1, count == bytes.count else {
      throw .fromLibrary()
    }
    self.curve = curve
    self.bytes = bytes
    self.key = key
  }

  package static func == (one: RawPublicKey, other: RawPublicKey) -> Bool {
    one.curve == other.curve && one.bytes == other.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
