// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The context by which one side encrypts, decrypts and exports (RFC 9180, sections 5.1 to 5.3).
struct HPKEContext: Sendable {
  private let derivation: HPKEDerivation
  private let aead: HPKE.AEAD
  /// The key that encrypts; nil where nothing is encrypted.
  private let key: SymmetricKey?
  private let baseNonce: [UInt8]
  let exporterSecret: SymmetricKey
  private var sequence: UInt64 = 0

  private static let nonceSize = 12
  private static let tagSize = 16

  /// `KeySchedule`, of one of the four modes.
  init(
    _ suite: HPKE.Ciphersuite, _ encapsulation: HPKEEncapsulation, info: Data, isAuthenticated: Bool,
    _ preshared: HPKEPresharedKey?
  ) {
    derivation = suite.derivation
    aead = suite.aead
    let mode: UInt8 = (preshared == nil ? 0 : 1) + (isAuthenticated ? 2 : 0)
    let identifier = derivation.extract(
      salt: .empty, "psk_id_hash", SymmetricKey(data: preshared?.identifier ?? Data()))
    let purpose = derivation.extract(salt: .empty, "info_hash", SymmetricKey(data: info))
    let context = [mode] + identifier.publicBytes + purpose.publicBytes
    let secret = derivation.extract(salt: encapsulation.secret, "secret", preshared?.key ?? .empty)
    let derivation = derivation
    key = aead.keySize.map { derivation.expand(secret, "key", context, count: $0) }
    baseNonce = derivation.expand(secret, "base_nonce", context, count: Self.nonceSize).publicBytes
    exporterSecret = derivation.expand(secret, "exp", context, count: derivation.kdf.size)
  }

  /// The ciphertext and the tag of the next message.
  mutating func seal(_ message: some DataProtocol, authenticating data: some DataProtocol) throws -> Data {
    let (key, nonce) = try next()
    let sealed: Data
    if aead == .chaChaPoly {
      let box = try ChaChaPoly.seal(
        message, using: key, nonce: ChaChaPoly.Nonce(data: nonce), authenticating: data)
      sealed = box.ciphertext + box.tag
    } else {
      let box = try AES.GCM.seal(message, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: data)
      sealed = box.ciphertext + box.tag
    }
    sequence += 1
    return sealed
  }

  /// The next message; one that cannot be opened does not count.
  mutating func open(_ message: some DataProtocol, authenticating data: some DataProtocol) throws -> Data {
    let (key, nonce) = try next()
    guard message.count >= Self.tagSize else { throw HPKE.Errors.ciphertextTooShort }
    let (ciphertext, tag) = (message.dropLast(Self.tagSize), message.suffix(Self.tagSize))
    let opened: Data
    if aead == .chaChaPoly {
      let box = try ChaChaPoly.SealedBox(nonce: ChaChaPoly.Nonce(data: nonce), ciphertext: ciphertext, tag: tag)
      opened = try ChaChaPoly.open(box, using: key, authenticating: data)
    } else {
      let box = try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: nonce), ciphertext: ciphertext, tag: tag)
      opened = try AES.GCM.open(box, using: key, authenticating: data)
    }
    sequence += 1
    return opened
  }

  func export(_ context: some DataProtocol, count: Int) throws -> SymmetricKey {
    guard (0...255 * derivation.kdf.size).contains(count) else { throw CryptoKitError.incorrectParameterSize }
    return derivation.expand(exporterSecret, "sec", Array(context), count: count)
  }

  /// The key, and the nonce of this message: no two messages have the same.
  private func next() throws -> (SymmetricKey, [UInt8]) {
    guard let key else { throw HPKE.Errors.exportOnlyMode }
    guard sequence < .max else { throw HPKE.Errors.outOfRangeSequenceNumber }
    var nonce = baseNonce
    for index in 0..<8 { nonce[nonce.count - 1 - index] ^= UInt8(truncatingIfNeeded: sequence >> (8 * index)) }
    return (key, nonce)
  }
}
