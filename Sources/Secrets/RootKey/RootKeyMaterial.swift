// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory

/// The root key itself and what is done with it: wiped when its provider lets it go.
final class RootKeyMaterial {
  static let size = 32

  private let key: SecretBytes

  init(_ key: consuming SecretBytes) {
    precondition(key.count == Self.size, "a root key has 32 bytes")
    self.key = key
  }

  func tangle(_ stretched: borrowing SecretBytes) -> SecretBytes {
    HMACSHA256.secret(of: stretched, key: key)
  }

  func derive(_ purpose: String) -> SecretBytes {
    let none: [UInt8] = []
    return HKDFSHA256.derive(from: key, salt: none.span, info: Array(purpose.utf8).span, count: Self.size)
  }

}
