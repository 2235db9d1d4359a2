// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import ProtectionModel
import SystemCalls

/// The header, the first 512 bytes of a backing file: which file it is, its class, and its wrapped key.
///
/// Two slots of 256 bytes, each complete by itself; the valid one with the higher sequence number counts. A new header
/// goes to the other slot first, so that a partial write leaves the old one.
///
/// | slot byte | size | |
/// |---|---|---|
/// | 0 | 8 | `BAILEYF` and the version, 1 |
/// | 8 | 12 | nonce |
/// | 20 | 220 | the body, AES-256-GCM under the header key; the first 8 bytes are the associated data |
/// | 240 | 16 | tag |
///
/// | body byte | size | |
/// |---|---|---|
/// | 0 | 8 | sequence number |
/// | 8 | 16 | file id |
/// | 24 | 1 | class, 1 to 4 |
/// | 25 | 1 | size of the wrapped key, 40 or 72 |
/// | 26 | 72 | wrapped key, zeros after it |
/// | 98 | 1 | 0: the class was inherited, 1: it was set |
/// | 99 | 1 | class that the file is owed, else 0 |
/// | 100 | 120 | zeros |
package struct FileHeader: Sendable, Equatable {
  package static let slotSize = 256
  static let magic = Array("BAILEYF".utf8) + [1]
  private static let nonceEnd = 20
  private static let bodySize = 220
  private static let keyOffset = 26
  private static let standingOffset = 98

  package let sequence: UInt64
  package let id: FileID
  package let standing: ClassStanding
  package let wrappedKey: WrappedKey

  package var protection: ProtectionClass { standing.protection }

  /// Makes the header of a file; nil if the key is not wrapped for the class.
  package init?(sequence: UInt64, id: FileID, _ standing: ClassStanding, _ wrappedKey: WrappedKey) {
    guard wrappedKey.keyClass == KeyClass(standing.protection) else { return nil }
    self.sequence = sequence
    self.id = id
    self.standing = standing
    self.wrappedKey = wrappedKey
  }

  /// Makes the header of a new file.
  package init?(sequence: UInt64, id: FileID, protection: ProtectionClass, wrappedKey: WrappedKey) {
    self.init(sequence: sequence, id: id, ClassStanding(protection), wrappedKey)
  }

  /// The header that follows this one when the class changes.
  package func reclassified(as standing: ClassStanding, _ wrappedKey: WrappedKey) -> FileHeader? {
    FileHeader(sequence: sequence + 1, id: id, standing, wrappedKey)
  }

  // MARK: - Slots

  package func sealed(_ keys: VolumeKeys) throws(FileFormatError) -> [UInt8] {
    let nonce = SystemRandom.bytes(AESGCM.nonceSize)
    let body = self.body
    var cipher = AESGCM()
    cipher.setKey(keys.headers)
    var slot = [UInt8](repeating: 0, count: Self.slotSize)
    var span = slot.mutableSpan
    span.copy(Self.magic.span)
    span.copy(nonce.span, at: Self.magic.count)
    var target = span._mutatingExtracting(Self.nonceEnd..<Self.slotSize)
    do {
      try cipher.seal(body.span, nonce: nonce.span, associated: Self.magic.span, into: &target)
    } catch {
      throw .damagedHeader
    }
    return slot
  }

  /// Opens the header in a slot; nil for a slot that is empty, partly written or forged.
  package init?(slot: Span<UInt8>, _ keys: VolumeKeys) {
    guard slot.count == Self.slotSize, slot.extracting(first: Self.magic.count).array == Self.magic else {
      return nil
    }
    var body = [UInt8](repeating: 0, count: Self.bodySize)
    var span = body.mutableSpan
    var cipher = AESGCM()
    cipher.setKey(keys.headers)
    let nonce = slot.extracting(Self.magic.count..<Self.nonceEnd)
    let sealed = slot.extracting(Self.nonceEnd..<Self.slotSize)
    guard (try? cipher.open(sealed, nonce: nonce, associated: Self.magic.span, into: &span)) != nil else {
      return nil
    }
    self.init(body: body)
  }

  private var body: [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(Self.bodySize)
    body.append(bigEndian: sequence)
    id.append(to: &body)
    body.append(protection.rawValue)
    body.append(UInt8(wrappedKey.bytes.count))
    body.append(contentsOf: wrappedKey.bytes)
    body.append(contentsOf: repeatElement(0, count: Self.standingOffset - body.count))
    body.append(contentsOf: standing.bytes)
    body.append(contentsOf: repeatElement(0, count: Self.bodySize - body.count))
    return body
  }

  private init?(body: [UInt8]) {
    let bytes = body[Self.standingOffset..<Self.standingOffset + ClassStanding.size]
    guard let protection = ProtectionClass(rawValue: body[24]), let id = FileID(body[8..<24]),
      let standing = ClassStanding(protection, bytes)
    else { return nil }
    let keySize = Int(body[25])
    guard keySize <= Self.standingOffset - Self.keyOffset,
      let key = WrappedKey(
        keyClass: KeyClass(protection), bytes: Array(body[Self.keyOffset..<Self.keyOffset + keySize]))
    else { return nil }
    self.init(sequence: UInt64(bigEndian: body[0..<8]), id: id, standing, key)
  }
}
