// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import SecretMemory

/// The place of a sealed piece. Its bytes are authenticated with the piece, and never stored.
package struct RecordPlace: Sendable {
  let associated: [UInt8]

  /// `store` names the kind of records and the version of their seal, `kind` what a piece is where there are several.
  package init(in store: String, kind: UInt8? = nil, _ number: Int64 = 0) {
    associated = Array(store.utf8) + (kind.map { [$0] } ?? []) + number.bigEndianBytes
  }
}

/// Seals what is stored, each piece for its place alone: a piece that was put in another place does not open.
package struct RecordSeal: ~Copyable {
  private let key: SecretBytes
  private var cipher = AESGCM()

  package init(_ key: borrowing SecretBytes) {
    cipher.setKey(key)
    self.key = key.duplicate()
  }

  /// Sixteen bytes that are the same for the same use and key, and tell nothing of the key.
  package borrowing func identifier(for use: String) -> [UInt8] {
    let message = Array("bailey identifier \(use)".utf8)
    return Array(HMACSHA256.authenticate(message.span, key: key).prefix(16))
  }

  /// The nonce, the ciphertext and the tag.
  package mutating func seal(_ bytes: [UInt8], for place: RecordPlace) throws(SealedRecordsError) -> [UInt8] {
    let nonce = SystemRandom.bytes(AESGCM.nonceSize)
    var sealed = [UInt8](repeating: 0, count: bytes.count + AESGCM.tagSize)
    var target = sealed.mutableSpan
    do {
      try cipher.seal(bytes.span, nonce: nonce.span, associated: place.associated.span, into: &target)
    } catch {
      throw .unavailable
    }
    return nonce + sealed
  }

  /// Opens a sealed record; nil for what was not sealed with this key for this place, or is longer.
  package mutating func open(_ sealed: [UInt8], from place: RecordPlace, atMost limit: Int) -> [UInt8]? {
    let room = sealed.count - AESGCM.nonceSize - AESGCM.tagSize
    guard room >= 0, room <= limit else { return nil }
    var plain = [UInt8](repeating: 0, count: room)
    var target = plain.mutableSpan
    do {
      try cipher.open(
        sealed.span.extracting(AESGCM.nonceSize..<sealed.count),
        nonce: sealed.span.extracting(0..<AESGCM.nonceSize), associated: place.associated.span, into: &target)
    } catch {
      return nil
    }
    return plain
  }
}

/// Names all that belongs together, as it is stored: sealed beside it, it shows that a piece was changed, left out or brought
/// back from before. What it does not show is a whole file that somebody put back.
package struct RecordHead: Sendable {
  /// SHA-256 of each row as it is stored.
  package private(set) var rows: [Int64: [UInt8]] = [:]

  package init() {}

  package mutating func put(_ sealed: [UInt8], at row: Int64) { rows[row] = SHA256.hash(sealed.span) }
  package mutating func remove(_ row: Int64) { rows[row] = nil }

  /// The digest of the rows with what belongs to them, in an order that is always the same.
  package func digest(with others: [[UInt8]]) -> [UInt8] {
    var all: [UInt8] = []
    for (row, digest) in rows.sorted(by: { $0.key < $1.key }) { all += row.bigEndianBytes + digest }
    for other in others { all += SHA256.hash(other.span) }
    return SHA256.hash(all.span)
  }
}

extension Int64 {
  package var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * Int64($0))) } }
}
