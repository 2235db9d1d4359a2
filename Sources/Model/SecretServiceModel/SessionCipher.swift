// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import KeychainModel
import SecretMemory

/// How secrets travel between a program and the service during one session (Secret Service API, "Transfer of Secrets").
package final class SessionCipher: Sendable {
  package static let plainName = "plain"
  package static let agreedName = "dh-ietf1024-sha256-aes128-cbc-pkcs7"

  /// The key of the session; nil where secrets travel as they are.
  private let key: SecretBytes?

  /// A secret on its way.
  package struct Sealed: Sendable, Equatable {
    package let parameters: [UInt8]
    package let value: [UInt8]

    package init(parameters: [UInt8], value: [UInt8]) {
      self.parameters = parameters
      self.value = value
    }
  }

  package enum Failure: Error, Equatable, Sendable {
    /// The other side's key is none, or leaves no secret.
    case badKey
    /// Parameters or value are not of this session's algorithm.
    case badSecret
    case cryptography
  }

  private init(_ key: consuming SecretBytes?) { self.key = key }

  package static var plain: SessionCipher { SessionCipher(nil) }

  /// A key that both sides have, out of the other's public key; ours goes back.
  package static func agreed(
    with publicKey: [UInt8]
  ) throws(Failure) -> (cipher: SessionCipher, publicKey: [UInt8]) {
    let pair: OakleyKeyPair
    do throws(CryptoError) { pair = try OakleyKeyPair() } catch { throw .cryptography }
    return (try agreed(with: publicKey, by: pair), pair.publicKey)
  }

  static func agreed(
    with publicKey: [UInt8], by pair: borrowing OakleyKeyPair
  ) throws(Failure) -> SessionCipher {
    do throws(CryptoError) {
      let agreed = try pair.agree(with: publicKey.span)
      let none: [UInt8] = []
      let key = HKDFSHA256.derive(from: agreed, salt: none.span, info: none.span, count: AES128CBC.keySize)
      return SessionCipher(key)
    } catch .invalidPublicKey {
      throw .badKey
    } catch {
      throw .cryptography
    }
  }

  package func seal(_ secret: SecretData) throws(Failure) -> Sealed {
    switch key {
    case .none: return Sealed(parameters: [], value: secret.withBytes { bytes in bytes.indices.map { bytes[$0] } })
    case .some(let key):
      let vector = SystemRandom.bytes(AES128CBC.blockSize)
      do throws(CryptoError) {
        let value = try secret.withBytes { (bytes) throws(CryptoError) in
          try AES128CBC.seal(bytes, key: key, vector: vector.span)
        }
        return Sealed(parameters: vector, value: value)
      } catch {
        throw .cryptography
      }
    }
  }

  package func open(_ sealed: Sealed) throws(Failure) -> SecretData {
    switch key {
    case .none:
      guard sealed.parameters.isEmpty else { throw .badSecret }
      return SecretData(copying: sealed.value.span)
    case .some(let key):
      do throws(CryptoError) {
        guard let secret = try AES128CBC.open(sealed.value.span, key: key, vector: sealed.parameters.span) else {
          return .empty
        }
        return SecretData(secret)
      } catch {
        throw .badSecret
      }
    }
  }
}
