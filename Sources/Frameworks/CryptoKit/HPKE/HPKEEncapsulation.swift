// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The shared secret of one sender and one recipient, with what it takes to get it there (RFC 9180, section 4.1).
struct HPKEEncapsulation: Sendable {
  let secret: SymmetricKey
  /// The sender's ephemeral public key.
  let encapsulated: Data

  /// The sender's side; `own` is the key that it proves who it is with.
  init<Own: HPKEDiffieHellmanPrivateKey>(
    to recipient: Own.PublicKey, by own: Own?, ephemeral: Own.PublicKey.EphemeralPrivateKey, _ kem: HPKE.KEM
  ) throws {
    let encapsulated = try ephemeral.publicKey.hpkeRepresentation(kem: kem)
    var context = try encapsulated + recipient.hpkeRepresentation(kem: kem)
    var parts = [try ephemeral.sharedSecretFromKeyAgreement(with: recipient)]
    if let own {
      parts.append(try own.sharedSecretFromKeyAgreement(with: recipient))
      context += try own.publicKey.hpkeRepresentation(kem: kem)
    }
    self.init(parts, context, encapsulated, kem)
  }

  /// The recipient's side; `sender` is who must have sent it.
  init<Own: HPKEDiffieHellmanPrivateKey>(
    _ encapsulated: Data, with own: Own, from sender: Own.PublicKey?, _ kem: HPKE.KEM
  ) throws {
    let ephemeral = try Own.PublicKey(encapsulated, kem: kem)
    var context = try encapsulated + own.publicKey.hpkeRepresentation(kem: kem)
    var parts = [try own.sharedSecretFromKeyAgreement(with: ephemeral)]
    if let sender {
      parts.append(try own.sharedSecretFromKeyAgreement(with: sender))
      context += try sender.hpkeRepresentation(kem: kem)
    }
    self.init(parts, context, encapsulated, kem)
  }

  private init(_ parts: [SharedSecret], _ context: Data, _ encapsulated: Data, _ kem: HPKE.KEM) {
    let derivation = kem.derivation
    let parts = parts.map { SymmetricKey(data: $0) }
    let key =
      parts.count == 1
      ? derivation.extract(salt: .empty, "eae_prk", parts[0])
      : derivation.extract(salt: .empty, "eae_prk", parts[0], parts[1])
    secret = derivation.expand(key, "shared_secret", Array(context), count: derivation.kdf.size)
    self.encapsulated = encapsulated
  }
}

/// A key that both sides have had before, and the name that they know it by (RFC 9180, section 5.1.2).
struct HPKEPresharedKey: Sendable {
  let key: SymmetricKey
  let identifier: Data

  init(_ key: SymmetricKey, _ identifier: Data) throws {
    guard key.bitCount > 0, !identifier.isEmpty else { throw HPKE.Errors.inconsistentPSKInputs }
    self.key = key
    self.identifier = identifier
  }
}
