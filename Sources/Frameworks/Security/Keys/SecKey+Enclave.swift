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

  /// Makes a key of the enclave; nil if its public key is no point of the curve.
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

  /// ECDSA in DER. The curve looks at 32 bytes of a digest, so no more are sent.
  func signature(ofDigest digest: [UInt8], with key: EnclaveKey) throws(KeyFailure) -> [UInt8] {
    guard !digest.isEmpty else { throw KeyFailure(errSecParam, "EC signature creation failed") }
    return try use("the enclave does not sign") { (keys, choice) throws(EnclaveKeyRefusal) in
      try keys.sign(Array(digest.prefix(32)), with: key, choice)
    }
  }

  func agree(with other: ECPublicKey, _ key: EnclaveKey) throws(KeyFailure) -> SecretBytes {
    let text = "the enclave does not agree"
    let secret = try use(text) { (keys, choice) throws(EnclaveKeyRefusal) in
      try keys.agree(with: other.x963, key, choice)
    }
    guard secret.count == Curve.p256.fieldSize else { throw KeyFailure(internalError, text) }
    return secret.withBytes { SecretBytes(copying: $0) }
  }

  /// Uses the key once, with the authentication that its context now asks for.
  private func use<Value>(
    _ text: String,
    _ body: (any EnclaveKeyCalls, AuthenticationChoice) throws(EnclaveKeyRefusal) -> Value
  ) throws(KeyFailure) -> Value {
    guard let choice = authentication.choice else { throw KeyFailure(.invalidContext, text) }
    let keys: any EnclaveKeyCalls
    do { keys = try Keychain.keys } catch { throw KeyFailure(error.rawValue, text) }
    do {
      return try body(keys, choice)
    } catch {
      switch error {
      case .status(let status): throw KeyFailure(status.rawValue, text)
      case .authentication(let refusal): throw KeyFailure(AuthenticationFailure(refusal), text)
      }
    }
  }
}

extension Keychain {
  /// Whether `baileyd` answers questions about the enclave's keys.
  package static var hasEnclave: Bool { (try? keys.reachEnclave()) != nil }

  /// The daemon that keeps the keychain keeps the way to the enclave too.
  static var keys: any EnclaveKeyCalls {
    get throws(KeychainStatus) {
      guard let keys = (replacement ?? broker) as? any EnclaveKeyCalls else { throw .notAvailable }
      return keys
    }
  }
}
