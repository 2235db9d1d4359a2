// SPDX-License-Identifier: Apache-2.0
import AppAttest
import AppAttestKeys
import CryptoPrimitives
import ProtectionModel
import SQLiteDatabase
import SealedRecords
import SecretMemory

/// The instance's authority as it is kept: its certificates as they are, its keys sealed with a key of their own, which is there from
/// the first unlock on, on this device alone. After an erase nobody opens it, and there is another.
enum KeptAuthority {
  private enum Piece {
    static let wrappedKey: Int64 = 1
    static let certificates: Int64 = 2
    static let keys: Int64 = 3
  }

  private static let context = Array("bailey attest authority 1".utf8)
  private static let lengthSize = 2

  /// Reads the authority that is kept; nil where there is none that can be used.
  static func read(
    _ records: RecordDatabase, _ classKeys: any ClassKeyService
  ) throws(AppAttestFailure) -> DevelopmentAuthority? {
    do throws(SealedRecordsError) {
      try records.checkVersion()
      let pieces = try records.database.read { (connection) throws(SealedRecordsError) in
        (
          try connection.piece(Piece.wrappedKey), try connection.piece(Piece.certificates),
          try connection.piece(Piece.keys)
        )
      }
      guard let wrapped = pieces.0, let certificates = pieces.1, let sealed = pieces.2,
        let key = try RecordKey.open(wrapped, classKeys)
      else { return nil }
      return authority(certificates, sealed, key)
    } catch { throw AppAttestFailure(error) }
  }

  /// Makes an authority, which is on the disk when this returns.
  static func make(
    _ records: RecordDatabase, _ classKeys: any ClassKeyService, at time: Int
  ) throws(AppAttestFailure) -> DevelopmentAuthority {
    let made: DevelopmentAuthority
    let sealed: [UInt8]
    let certificates: [UInt8]
    let wrapped: [UInt8]
    do {
      made = try DevelopmentAuthority(at: time)
      certificates = joined([made.root, made.intermediate, made.receiptSigner])
      let new = try RecordKey.make(classKeys)
      sealed = try seal(joined(made.keptKey(), made.keptReceiptKey()), with: new.key, certificates)
      wrapped = new.wrapped.bytes
    } catch let error as SealedRecordsError {
      throw AppAttestFailure(error)
    } catch {
      throw .unavailable
    }
    do throws(SealedRecordsError) {
      try records.database.write { (connection) throws(SealedRecordsError) in
        try connection.put(wrapped, asPiece: Piece.wrappedKey)
        try connection.put(certificates, asPiece: Piece.certificates)
        try connection.put(sealed, asPiece: Piece.keys)
      }
    } catch { throw AppAttestFailure(error) }
    return made
  }

  private static func authority(
    _ certificates: [UInt8], _ sealed: [UInt8], _ key: borrowing SecretBytes
  ) -> DevelopmentAuthority? {
    guard let certificates = parts(certificates), certificates.count == 3,
      let keys = try? open(sealed, with: key, joined(certificates))
    else { return nil }
    return keys.withBytes { keys in
      let length = Int(keys[0]) << 8 | Int(keys[1])
      guard lengthSize + length <= keys.count else { return nil }
      return try? DevelopmentAuthority(
        root: certificates[0], intermediate: certificates[1], receiptSigner: certificates[2],
        key: keys.extracting(lengthSize..<lengthSize + length),
        receiptKey: keys.extracting((lengthSize + length)...))
    }
  }

  // MARK: - Bytes

  /// The parts, each after its length.
  private static func joined(_ parts: [[UInt8]]) -> [UInt8] {
    parts.flatMap { [UInt8(truncatingIfNeeded: $0.count >> 8), UInt8(truncatingIfNeeded: $0.count)] + $0 }
  }

  private static func parts(_ bytes: [UInt8]) -> [[UInt8]]? {
    var (parts, rest) = ([[UInt8]](), bytes[...])
    while let high = rest.popFirst() {
      guard let low = rest.popFirst() else { return nil }
      let length = Int(high) << 8 | Int(low)
      guard rest.count >= length else { return nil }
      parts.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return parts
  }

  /// The first after its length.
  private static func joined(_ key: borrowing SecretBytes, _ receiptKey: borrowing SecretBytes) -> SecretBytes {
    let (length, rest) = (key.count, receiptKey.count)
    return SecretBytes(count: lengthSize + length + rest) { all in
      all[0] = UInt8(truncatingIfNeeded: length >> 8)
      all[1] = UInt8(truncatingIfNeeded: length)
      key.withBytes { bytes in for index in bytes.indices { all[lengthSize + index] = bytes[index] } }
      receiptKey.withBytes { bytes in for index in bytes.indices { all[lengthSize + length + index] = bytes[index] } }
    }
  }

  /// The key seals nothing else, so the nonce may be zero.
  private static let nonce = [UInt8](repeating: 0, count: AESGCM.nonceSize)

  private static func seal(
    _ secret: borrowing SecretBytes, with key: borrowing SecretBytes, _ certificates: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: secret.count + AESGCM.tagSize)
    var span = sealed.mutableSpan
    let (nonce, associated) = (nonce, context + certificates)
    var cipher = AESGCM()
    cipher.setKey(key)
    try secret.withBytes { (secret) throws(CryptoError) in
      try cipher.seal(secret, nonce: nonce.span, associated: associated.span, into: &span)
    }
    return sealed
  }

  private static func open(
    _ sealed: [UInt8], with key: borrowing SecretBytes, _ certificates: [UInt8]
  ) throws(CryptoError) -> SecretBytes {
    guard sealed.count > AESGCM.tagSize + lengthSize else { throw .invalidLength }
    let (nonce, associated) = (nonce, context + certificates)
    var cipher = AESGCM()
    cipher.setKey(key)
    return try SecretBytes(count: sealed.count - AESGCM.tagSize) { (secret) throws(CryptoError) in
      try cipher.open(sealed.span, nonce: nonce.span, associated: associated.span, into: &secret)
    }
  }
}
