// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import PasskeyKeys
package import ProtectionModel
import SecretMemory

/// The enclave's passkeys: made and used here, stored elsewhere. Whoever calls has seen the proof that the person wants it.
package struct PasskeyKeyring: Sendable {
  private static let context = Array("bailey passkey 1".utf8)
  private static let partSize = 32

  private let classKeys: any OwnKeyService

  package init(_ classKeys: any OwnKeyService) { self.classKeys = classKeys }

  package func make(_ creation: PasskeyCreation) throws(ClassKeyError) -> NewPasskey {
    let new = try classKeys.makeKey(creation.portability.keyClass, for: .passkey)
    do {
      let key = try ECPrivateKey(.p256)
      let scalar = try key.scalar()
      let secrets = SecretBytes(count: 3 * Self.partSize) { parts in
        scalar.withBytes { scalar in
          for index in scalar.indices { parts[index] = scalar[index] }
        }
        SystemRandom.secret(2 * Self.partSize).withBytes { seeds in
          for index in seeds.indices { parts[Self.partSize + index] = seeds[index] }
        }
      }
      let associated = Self.associated(
        creation.portability, creation.relyingPartyHash, creation.userHash, key.publicKey.x963)
      guard
        let stored = PasskeyKey(
          wrapped: new.wrapped, creation.portability, relyingPartyHash: creation.relyingPartyHash,
          userHash: creation.userHash, publicKey: key.publicKey.x963,
          sealed: try OwnKeySeal.seal(secrets, with: new.key, associated))
      else { throw CryptoError.invalidLength }
      return NewPasskey(stored, Self.outputs(creation.salts, of: secrets))
    } catch {
      throw .unavailable
    }
  }

  /// Signs the head of authenticator data that it writes itself, and the hash of the client data: nothing else is ever signed
  /// with such a key.
  package func assertion(_ use: PasskeyUse) throws(ClassKeyError) -> PasskeyAssertion {
    let secrets = try open(use.key)
    let head = use.key.head(.authentication)
    do {
      let key = try secrets.withBytes { (parts) throws(CryptoError) in
        try ECPrivateKey(.p256, scalar: parts.extracting(first: Self.partSize))
      }
      guard key.publicKey.x963 == use.key.publicKey else { throw CryptoError.invalidPrivateKey }
      let digest = SHA256.hash((head + use.clientDataHash).span)
      return PasskeyAssertion(
        head, try key.signature(ofDigest: digest.span), Self.outputs(use.salts, of: secrets))
    } catch {
      throw .damaged
    }
  }

  // MARK: - Parts

  /// The scalar, the seed for a person who was verified, and the one for a person who was only there.
  private func open(_ key: PasskeyKey) throws(ClassKeyError) -> SecretBytes {
    let sealing = try classKeys.unwrap(key.wrapped, for: .passkey)
    let associated = Self.associated(key.portability, key.relyingPartyHash, key.userHash, key.publicKey)
    do { return try OwnKeySeal.open(key.sealed, with: sealing, associated) } catch { throw .damaged }
  }

  /// HMAC-SHA-256 of each salt with the seed of verified persons, as CTAP2's `hmac-secret` has it.
  private static func outputs(_ salts: PRFSalts, of secrets: borrowing SecretBytes) -> PRFOutputs {
    guard !salts.all.isEmpty else { return PRFOutputs() }
    let seed = secrets.withBytes { SecretBytes(copying: $0.extracting(partSize..<2 * partSize)) }
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

  /// So that no part can be changed: what it is, whether it may leave, for which site and
  /// account, and the public key.
  private static func associated(
    _ portability: PasskeyKey.Portability, _ relyingPartyHash: [UInt8], _ userHash: [UInt8], _ publicKey: [UInt8]
  ) -> [UInt8] {
    context + [portability.rawValue] + relyingPartyHash + userHash + publicKey
  }
}
