// SPDX-License-Identifier: Apache-2.0
import AccessModel
import CryptoPrimitives
import SecretMemory
import WireFormat

/// Seals records, each for its row alone: one that was put in another's place does not open.
struct RecordSeal: ~Copyable {
  private var cipher = AESGCM()
  private var buffer = WireBuffer(smallest: 512, capacity: AccessRecord.largestEncoding)

  init(_ key: borrowing SecretBytes) { cipher.setKey(key) }

  private static func associated(_ row: Int64) -> [UInt8] {
    Array("bailey accesses 1".utf8) + (0..<8).map { UInt8(truncatingIfNeeded: row >> (56 - 8 * $0)) }
  }

  /// The nonce, the ciphertext and the tag.
  mutating func seal(_ record: AccessRecord, in row: Int64) throws(AccessLogError) -> [UInt8] {
    buffer.wipe()
    do { try record.encode(into: &buffer) } catch { throw .unavailable }
    let nonce = SystemRandom.bytes(AESGCM.nonceSize)
    let plain = buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    var sealed = [UInt8](repeating: 0, count: plain.count + AESGCM.tagSize)
    var target = sealed.mutableSpan
    let associated = Self.associated(row)
    do {
      try cipher.seal(plain.span, nonce: nonce.span, associated: associated.span, into: &target)
    } catch {
      throw .unavailable
    }
    return nonce + sealed
  }

  /// Nil for what was not sealed with this key for this row.
  mutating func open(_ sealed: [UInt8], of row: Int64) -> AccessRecord? {
    let room = sealed.count - AESGCM.nonceSize - AESGCM.tagSize
    guard room >= 0, room <= AccessRecord.largestEncoding else { return nil }
    var plain = [UInt8](repeating: 0, count: room)
    var target = plain.mutableSpan
    let associated = Self.associated(row)
    do {
      try cipher.open(
        sealed.span.extracting(AESGCM.nonceSize..<sealed.count),
        nonce: sealed.span.extracting(0..<AESGCM.nonceSize), associated: associated.span, into: &target)
    } catch {
      return nil
    }
    var cursor = WireCursor()
    guard let record = try? AccessRecord(decoding: plain.span, &cursor), (try? cursor.end(in: plain.span)) != nil else {
      return nil
    }
    return record
  }
}
