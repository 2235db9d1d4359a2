// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory

/// Seals what is stored, each piece for its place alone: a piece that was put in another place does not open.
struct RowSeal: ~Copyable {
  private let key: SecretBytes

  init(_ key: consuming SecretBytes) { self.key = key }

  enum Place {
    case row(Int64)
    case head
    case policy
    /// The files that were handed to apps.
    case files

    var associated: [UInt8] {
      let (kind, number): (UInt8, Int64) =
        switch self {
        case .row(let number): (1, number)
        case .head: (2, 0)
        case .policy: (3, 0)
        case .files: (4, 0)
        }
      return Array("bailey consent 1".utf8) + [kind]
        + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
  }

  /// Sixteen bytes of HMAC-SHA256.
  borrowing func identifier(for use: String) -> [UInt8] {
    let message = Array("bailey identifier \(use)".utf8)
    return Array(HMACSHA256.authenticate(message.span, key: key).prefix(16))
  }

  /// The nonce, the ciphertext and the tag.
  borrowing func seal(_ bytes: [UInt8], for place: Place) throws(ConsentStoreError) -> [UInt8] {
    let nonce = SystemRandom.bytes(AESGCM.nonceSize)
    var sealed = [UInt8](repeating: 0, count: bytes.count + AESGCM.tagSize)
    var cipher = AESGCM()
    cipher.setKey(key)
    var target = sealed.mutableSpan
    let associated = place.associated
    do {
      try cipher.seal(bytes.span, nonce: nonce.span, associated: associated.span, into: &target)
    } catch {
      throw .unavailable
    }
    return nonce + sealed
  }

  /// Nil for what was not sealed with this key for this place.
  borrowing func open(_ sealed: [UInt8], from place: Place) -> [UInt8]? {
    guard sealed.count >= AESGCM.nonceSize + AESGCM.tagSize else { return nil }
    let nonce = Array(sealed[..<AESGCM.nonceSize])
    let rest = Array(sealed[AESGCM.nonceSize...])
    var plain = [UInt8](repeating: 0, count: rest.count - AESGCM.tagSize)
    var cipher = AESGCM()
    cipher.setKey(key)
    var target = plain.mutableSpan
    let associated = place.associated
    do {
      try cipher.open(rest.span, nonce: nonce.span, associated: associated.span, into: &target)
    } catch {
      return nil
    }
    return plain
  }
}
