// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// HKDF with SHA-256 (RFC 5869): one key from another, for one purpose each.
package enum HKDFSHA256 {
  /// `info` names the purpose; an empty salt counts as 32 zero bytes (RFC 5869, section 2.2).
  package static func derive(
    from secret: borrowing SecretBytes, salt: Span<UInt8>, info: Span<UInt8>, count: Int
  ) -> SecretBytes {
    KeyDerivation.hkdf.derive(from: secret, salt: salt, info: info, count: count)
  }
}
