// SPDX-License-Identifier: Apache-2.0
import CBORCoding
package import COSEKeys

/// The credential that a registration is about (WebAuthn Level 3, 6.5.1).
package struct AttestedCredential: Sendable, Equatable {
  package let aaguid: AAGUID
  package let id: [UInt8]
  /// The key's bytes, of one CBOR item.
  package let encodedKey: [UInt8]

  /// The longest identifier that a relying party takes (WebAuthn Level 3, 7.1, step 25).
  package static let longestID = 1023

  /// The key, or why it is none to verify with.
  package func key() throws(COSEKeyError) -> COSEKey { try COSEKey(encodedKey) }

  package init(_ aaguid: AAGUID, id: [UInt8], _ key: COSEKey) {
    precondition(id.count <= Self.longestID)
    self.aaguid = aaguid
    self.id = id
    encodedKey = key.encoded
  }

  /// Reads the credential at an offset, which is moved to its end: the key has its own length.
  package init(reading bytes: [UInt8], from end: inout Int) throws(AuthenticatorDataError) {
    guard bytes.count >= end + AAGUID.size + 2, let aaguid = AAGUID(Array(bytes[end..<end + AAGUID.size])) else {
      throw .short
    }
    end += AAGUID.size
    let count = Int(bytes[end]) << 8 | Int(bytes[end + 1])
    end += 2
    guard bytes.count >= end + count else { throw .short }
    self.aaguid = aaguid
    id = Array(bytes[end..<end + count])
    end += count
    do {
      let length = try CBORReader.lengthOfFirstItem(in: bytes, from: end, COSEKey.limits)
      encodedKey = Array(bytes[end..<end + length])
      end += length
    } catch { throw .key(error) }
  }

  package var encoded: [UInt8] {
    aaguid.bytes + [UInt8(id.count >> 8), UInt8(id.count & 0xFF)] + id + encodedKey
  }
}
