// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import PasskeyKeys
package import ProtectionModel
import SecretMemory

/// The enclave's passkeys: made and used here, stored elsewhere. Whoever calls has seen the proof that the person wants it.
package struct PasskeyKeyring: Sendable {
  private static let context = Array("bailey passkey 1".utf8)

  private let classKeys: any OwnKeyService

  package init(_ classKeys: any OwnKeyService) { self.classKeys = classKeys }

  package func make(_ creation: PasskeyCreation) throws(ClassKeyError) -> NewPasskey {
    do {
      let key = try ECPrivateKey(.p256)
      let scalar = try key.scalar()
      let seeds = SystemRandom.secret(2 * PasskeyParts.partSize)
      var secrets = SecretBytes(count: PasskeyParts.size) { _ in }
      scalar.withBytes { secrets.copy($0, at: PasskeyParts.scalar.lowerBound) }
      seeds.withBytes { secrets.copy($0, at: PasskeyParts.verifiedSeed.lowerBound) }
      let stored = try store(
        secrets, creation.portability, relyingPartyHash: creation.relyingPartyHash, userHash: creation.userHash,
        publicKey: key.publicKey.x963)
      return NewPasskey(stored, Self.outputs(creation.salts, of: secrets))
    } catch let error as ClassKeyError {
      throw error
    } catch {
      throw .unavailable
    }
  }

  /// Signs the head of authenticator data that it writes itself, and the hash of the client data: nothing else is ever signed
  /// with such a key. That the scalar is that of the public key was looked at when both were sealed together.
  package func assertion(_ use: PasskeyUse) throws(ClassKeyError) -> PasskeyAssertion {
    let secrets = try open(use.key)
    let head = use.key.head(.authentication)
    do {
      let digest = SHA256.hash((head + use.clientDataHash).span)
      let signature = try secrets.withBytes { (parts) throws(CryptoError) in
        try Curve.p256.signature(ofDigest: digest.span, by: parts.extracting(PasskeyParts.scalar))
      }
      return PasskeyAssertion(head, signature, Self.outputs(use.salts, of: secrets))
    } catch {
      throw .damaged
    }
  }

  // MARK: - To and from other places

  /// The private part of a passkey that may leave the device, for whoever has the key of the transfer.
  package func takeOut(
    _ key: PasskeyKey, with transfer: PasskeyTransferKey
  ) throws(ClassKeyError) -> TransferredPasskey {
    guard key.portability == .portable else { throw .noSuchKey(key.portability.keyClass) }
    let secrets = try open(key)
    do {
      return try transfer.seal(
        secrets, relyingPartyHash: key.relyingPartyHash, userHash: key.userHash, publicKey: key.publicKey)
    } catch {
      throw .unavailable
    }
  }

  /// A passkey of this enclave that signs as the other one did. Its public key is looked at, not believed.
  package func bringIn(
    _ passkey: TransferredPasskey, with transfer: PasskeyTransferKey
  ) throws(ClassKeyError) -> PasskeyKey {
    do {
      let secrets = try transfer.open(passkey)
      guard try Self.key(in: secrets).publicKey.x963 == passkey.publicKey else { throw CryptoError.invalidPrivateKey }
      return try store(
        secrets, .portable, relyingPartyHash: passkey.relyingPartyHash, userHash: passkey.userHash,
        publicKey: passkey.publicKey)
    } catch let error as ClassKeyError {
      throw error
    } catch {
      throw .damaged
    }
  }

  // MARK: - Parts

  private static func key(in secrets: borrowing SecretBytes) throws(CryptoError) -> ECPrivateKey {
    try secrets.withBytes { (parts) throws(CryptoError) in
      try ECPrivateKey(.p256, scalar: parts.extracting(PasskeyParts.scalar))
    }
  }

  /// Seals the parts with a new key of this enclave's.
  private func store(
    _ secrets: borrowing SecretBytes, _ portability: PasskeyKey.Portability, relyingPartyHash: [UInt8],
    userHash: [UInt8], publicKey: [UInt8]
  ) throws -> PasskeyKey {
    let new = try classKeys.makeKey(portability.keyClass, for: .passkey)
    let associated = Self.associated(portability, relyingPartyHash, userHash, publicKey)
    let stored = PasskeyKey(
      wrapped: new.wrapped, portability, relyingPartyHash: relyingPartyHash, userHash: userHash, publicKey: publicKey,
      sealed: try OwnKeySeal.seal(secrets, with: new.key, associated))
    guard let stored else { throw CryptoError.invalidLength }
    return stored
  }

  /// The parts that `PasskeyParts` names.
  private func open(_ key: PasskeyKey) throws(ClassKeyError) -> SecretBytes {
    let sealing = try classKeys.unwrap(key.wrapped, for: .passkey)
    let associated = Self.associated(key.portability, key.relyingPartyHash, key.userHash, key.publicKey)
    do { return try OwnKeySeal.open(key.sealed, with: sealing, associated) } catch { throw .damaged }
  }

  /// HMAC-SHA-256 of each salt with the seed of verified persons, as CTAP2's `hmac-secret` has it.
  private static func outputs(_ salts: PRFSalts, of secrets: borrowing SecretBytes) -> PRFOutputs {
    guard !salts.all.isEmpty else { return PRFOutputs() }
    let seed = secrets.withBytes { SecretBytes(copying: $0.extracting(PasskeyParts.verifiedSeed)) }
    return PRFOutputs(
      SecretBytes(count: salts.all.count * PRFOutputs.size) { all in
        for (index, salt) in salts.all.enumerated() {
          let output = HMACSHA256.secret(of: SecretBytes(copying: salt.span), key: seed)
          output.withBytes { output in
            for byte in output.indices { all[index * PRFOutputs.size + byte] = output[byte] }
          }
        }
      })
  }

  /// The data that is sealed with a passkey so that no part can be changed: what it is, whether it may leave, for which
  /// site and account, and the public key.
  private static func associated(
    _ portability: PasskeyKey.Portability, _ relyingPartyHash: [UInt8], _ userHash: [UInt8], _ publicKey: [UInt8]
  ) -> [UInt8] {
    context + [portability.rawValue] + relyingPartyHash + userHash + publicKey
  }
}
