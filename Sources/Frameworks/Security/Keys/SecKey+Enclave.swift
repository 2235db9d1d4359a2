// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import CryptoPrimitives
package import KeychainModel
package import ProtectionModel
import SecretMemory
import SecurityConstants

// Keys whose private part is in the enclave: the keychain's daemon is asked to use them.

extension SecKey {
  /// `kSecAttrTokenIDSecureEnclave`.
  static let enclaveToken = "com.apple.setoken"

  package var enclaveKey: EnclaveKey? { if case .enclaveKey(let key, _) = material { key } else { nil } }

  /// Nil if its public key is no point of the curve.
  package convenience init?(_ key: EnclaveKey, _ authentication: KeyAuthentication = KeyAuthentication()) {
    guard let publicKey = try? ECPublicKey(.p256, x963: key.publicKey.span) else { return nil }
    self.init(.enclaveKey(key, publicKey), authentication)
  }

  /// A fresh one, in no keychain yet.
  package static func inEnclave(
    _ control: AccessControl, group: String?, _ authentication: KeyAuthentication = KeyAuthentication()
  ) throws(KeychainStatus) -> SecKey {
    guard let key = SecKey(try Keychain.keys.makeEnclaveKey(control, group: group), authentication) else {
      throw .internalError
    }
    return key
  }

  /// How this one use of the key goes about authentication.
  private var choice: AuthenticationChoice {
    get throws(KeychainStatus) {
      guard let choice = authentication.choice else { throw .authFailed }
      return choice
    }
  }

  /// ECDSA in DER. The curve looks at 32 bytes of a digest, so no more are sent.
  func signature(ofDigest digest: [UInt8], with key: EnclaveKey) throws(KeyFailure) -> [UInt8] {
    guard !digest.isEmpty else { throw KeyFailure(errSecParam, "EC signature creation failed") }
    do { return try Keychain.keys.sign(Array(digest.prefix(32)), with: key, choice) } catch {
      throw KeyFailure(error.rawValue, "the enclave does not sign")
    }
  }

  func agree(with other: ECPublicKey, _ key: EnclaveKey) throws(KeyFailure) -> SecretBytes {
    do {
      let secret = try Keychain.keys.agree(with: other.x963, key, choice)
      guard secret.count == Curve.p256.fieldSize else { throw KeychainStatus.internalError }
      return secret.withBytes { SecretBytes(copying: $0) }
    } catch let status as KeychainStatus {
      throw KeyFailure(status.rawValue, "the enclave does not agree")
    } catch { throw KeyFailure(internalError, "the enclave does not agree") }
  }
}

extension Keychain {
  /// Whether there is somebody to ask for the enclave's keys.
  package static var hasEnclave: Bool { (try? keys) != nil }

  /// The daemon that keeps the keychain keeps the way to the enclave too.
  static var keys: any EnclaveKeyCalls {
    get throws(KeychainStatus) {
      guard let keys = (replacement ?? broker) as? any EnclaveKeyCalls else { throw .notAvailable }
      return keys
    }
  }
}
