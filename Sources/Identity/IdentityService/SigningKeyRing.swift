// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import Base64Coding
package import CryptoPrimitives
package import IdentityModel
package import JOSECoding
import KeyFormats
package import SecretMemory

/// The keys that a provider signs with: in the database under the server's own root key, here ready for use.
package struct SigningKeyRing: Sendable {
  private let keys: [(key: JWSSigningKey, notBefore: Int64)]

  package enum Failure: Error, Equatable, Sendable {
    case store(IdentityStoreError)
    /// Another root key sealed it, or it was changed.
    case notOurs(keyID: String)
    case crypto(CryptoError)
  }

  private static let bits = 2048
  private static let idLength = 10

  /// Reads the keys of the store; where it has none, the first is made.
  package init(
    in store: any IdentityStore, sealedBy root: borrowing SecretBytes, at now: Int64
  ) throws(Failure) {
    do throws(IdentityStoreError) {
      if try store.signingKeys().isEmpty { try store.add(try Self.made(sealedBy: root, at: now)) }
      keys = try store.signingKeys().map { stored throws(IdentityStoreError) in
        guard let key = Self.opened(stored, by: root) else { throw .unknown(stored.id) }
        return (key, stored.notBefore)
      }
    } catch .unknown(let id) {
      throw .notOurs(keyID: id)
    } catch {
      throw .store(error)
    }
  }

  /// One key that everybody knows: for a provider that protects nothing.
  package init(known key: JWSSigningKey) { keys = [(key, 0)] }

  package var published: JSONWebKeySet { JSONWebKeySet(keys.map(\.key.publicKey)) }

  /// The newest that may sign now.
  package func current(at now: Int64) -> JWSSigningKey? { keys.last { $0.notBefore <= now }?.key ?? keys.first?.key }

  // MARK: - Sealing

  private static func made(
    sealedBy root: borrowing SecretBytes, at now: Int64
  ) throws(IdentityStoreError) -> StoredSigningKey {
    let id = RandomText.identifier(idLength)
    guard let key = try? RSAPrivateKey(bits: bits), let bytes = try? PrivateKeyMaterial.rsa(key).pkcs8(),
      let sealed = try? StoredSecret.seal(bytes, as: id, by: root)
    else { throw .unavailable }
    return StoredSigningKey(id: id, sealed: sealed, notBefore: now)
  }

  private static func opened(_ stored: StoredSigningKey, by root: borrowing SecretBytes) -> JWSSigningKey? {
    let bytes = StoredSecret.open(stored.sealed, as: stored.id, by: root)
    guard let bytes, case .rsa(let key)? = bytes.withBytes({ try? PrivateKeyMaterial(pkcs8: $0) }) else { return nil }
    return JWSSigningKey(id: stored.id, key)
  }
}

/// Text that nobody can guess.
package enum RandomText {
  private static let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)

  /// Capital letters and digits, without those that look alike.
  package static func identifier(_ count: Int) -> String {
    String(decoding: SystemRandom.bytes(count).map { letters[Int($0) & 31] }, as: UTF8.self)
  }

  /// What a notification is known by, here and at whoever takes it.
  package static var notification: String { token("n") }

  /// 256 bits, after a letter that says what it is.
  static func token(_ kind: String) -> String { kind + Base64URL.encode(SystemRandom.bytes(32)) }
}
