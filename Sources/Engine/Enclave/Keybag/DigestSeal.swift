// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import WireFormat

/// The seal of the effaceable record's slots. There is no key yet to encrypt it with, so a digest only tells an
/// incomplete slot from a whole one.
///
/// After the head: length (2 bytes), contents, SHA-256 of everything before.
struct DigestSeal: SlotSeal {
  let magic: UInt64

  func seal(_ contents: Span<UInt8>, into slot: inout WireBuffer) throws(WireError) {
    try slot.append(integer: UInt16(clamping: contents.count))
    try slot.append(bytes: contents)
    let digest = slot.withBytes { SHA256.hash($0) }
    try slot.append(bytes: digest.span)
  }

  func open(_ slot: Span<UInt8>, after head: Int) -> SecretBytes? {
    var cursor = WireCursor(at: head)
    guard let count = try? cursor.integer(UInt16.self, in: slot), count > 0,
      let contents = try? cursor.secret(Int(count), in: slot),
      let digest = try? cursor.bytes(SHA256.size, in: slot)
    else { return nil }
    let expected = SHA256.hash(slot.extracting(first: head + 2 + Int(count)))
    guard equalInConstantTime(digest.span, expected.span) else { return nil }
    return contents
  }
}
