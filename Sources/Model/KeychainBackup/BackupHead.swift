// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
import PasskeyKeys
package import SecretMemory
import WireFormat

/// The beginning of a backup: how the key is derived from the passphrase, and a proof by which a wrong passphrase is told
/// from a damaged file.
/// Documentation/KeychainBackup.md.
package struct BackupHead: Sendable, Equatable {
  package static let size = 52
  private static let magic = Array("Bkb1".utf8)
  private static let saltSize = 16
  private static let proofSize = 16
  private static let sumSize = 4

  private let stretching: Argon2id.Parameters
  private let salt: [UInt8]
  private let proof: [UInt8]

  /// The head of a new backup. It has a new salt, so the backup has a key of its own.
  package static func make(
    _ passphrase: borrowing SecretBytes, _ stretching: Argon2id.Parameters = .recommended
  ) throws(CryptoError) -> (head: BackupHead, key: BackupKey) {
    let salt = SystemRandom.bytes(saltSize)
    let secrets = try secrets(passphrase, stretching, salt)
    return (BackupHead(stretching: stretching, salt: salt, proof: secrets.proof), secrets.key)
  }

  /// The key of a passphrase; nil for a wrong one.
  package func key(_ passphrase: borrowing SecretBytes) throws(CryptoError) -> BackupKey? {
    let secrets = try Self.secrets(passphrase, stretching, salt)
    let difference = zip(secrets.proof, proof).reduce(UInt8(0)) { $0 | $1.0 ^ $1.1 }
    return difference == 0 ? secrets.key : nil
  }

  private static func secrets(
    _ passphrase: borrowing SecretBytes, _ stretching: Argon2id.Parameters, _ salt: [UInt8]
  ) throws(CryptoError) -> (key: BackupKey, proof: [UInt8]) {
    let stretched = try Argon2id.derive(from: passphrase, salt: salt.span, parameters: stretching)
    let both = HKDFSHA256.derive(
      from: stretched, salt: salt.span, info: Array("bailey keychain backup".utf8).span,
      count: BackupKey.size + proofSize)
    let passkeys = PasskeyTransferKey(
      HKDFSHA256.derive(
        from: stretched, salt: salt.span, info: Array("bailey keychain backup, passkeys".utf8).span,
        count: PasskeyTransferKey.size))
    let key = both.withBytes {
      BackupKey(SecretBytes(copying: $0.extracting(first: BackupKey.size)), passkeys: passkeys)
    }
    let proof = both.withBytes { bytes in
      let last = bytes.extracting(last: proofSize)
      return last.indices.map { last[$0] }
    }
    return (key, proof)
  }

  // MARK: - As bytes

  package var bytes: [UInt8] {
    let numbers = [stretching.memoryKiB, stretching.passes, stretching.lanes].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    let body = Self.magic + numbers + salt + proof
    return body + SHA256.hash(body.span).prefix(Self.sumSize)
  }

  /// Reads a head; nil for bytes that are none, and for a damaged one.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count == Self.size else { return nil }
    let body = (0..<Self.size - Self.sumSize).map { bytes[$0] }
    let sum = (Self.size - Self.sumSize..<Self.size).map { bytes[$0] }
    guard SHA256.hash(body.span).prefix(Self.sumSize).elementsEqual(sum), body.starts(with: Self.magic) else {
      return nil
    }
    var cursor = WireCursor(at: Self.magic.count)
    guard let memory = try? cursor.integer(UInt32.self, in: bytes),
      let passes = try? cursor.integer(UInt32.self, in: bytes),
      let lanes = try? cursor.integer(UInt32.self, in: bytes),
      let stretching = Argon2id.Parameters(memoryKiB: memory, passes: passes, lanes: lanes),
      BackupFormat.mayAsk(stretching)
    else { return nil }
    self.stretching = stretching
    salt = Array(body[16..<16 + Self.saltSize])
    proof = Array(body[16 + Self.saltSize..<16 + Self.saltSize + Self.proofSize])
  }

  private init(stretching: Argon2id.Parameters, salt: [UInt8], proof: [UInt8]) {
    self.stretching = stretching
    self.salt = salt
    self.proof = proof
  }
}
