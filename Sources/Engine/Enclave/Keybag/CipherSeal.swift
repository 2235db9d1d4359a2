// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import WireFormat

/// The seal of the keybag's slots: AES-256-GCM, with the head as associated data.
///
/// After the head: nonce (12 bytes), length of the plain contents (2), ciphertext, tag (16).
struct CipherSeal: SlotSeal {
  let magic: UInt64
  let key: SharedSecret

  func seal(_ contents: Span<UInt8>, into slot: inout WireBuffer) throws(WireError) {
    let nonce = SystemRandom.bytes(AESGCM.nonceSize)
    let head = slot.withBytes { head in head.indices.map { head[$0] } }
    var sealed = [UInt8](repeating: 0, count: contents.count + AESGCM.tagSize)
    var span = sealed.mutableSpan
    var cipher = AESGCM()
    cipher.setKey(key.secret)
    defer { cipher.eraseKey() }
    do {
      try cipher.seal(contents, nonce: nonce.span, associated: head.span, into: &span)
    } catch {
      throw .badValue
    }
    try slot.append(bytes: nonce.span)
    try slot.append(integer: UInt16(clamping: contents.count))
    try slot.append(bytes: sealed.span)
  }

  func open(_ slot: Span<UInt8>, after head: Int) -> SecretBytes? {
    var cursor = WireCursor(at: head)
    guard let nonce = try? cursor.bytes(AESGCM.nonceSize, in: slot),
      let count = try? cursor.integer(UInt16.self, in: slot), count > 0,
      let sealed = try? cursor.bytes(Int(count) + AESGCM.tagSize, in: slot)
    else { return nil }
    var cipher = AESGCM()
    cipher.setKey(key.secret)
    defer { cipher.eraseKey() }
    return try? SecretBytes(count: Int(count)) { plain throws(CryptoError) in
      try cipher.open(sealed.span, nonce: nonce.span, associated: slot.extracting(first: head), into: &plain)
    }
  }
}
