// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
package import ProtectionModel
package import SecretMemory

// The enclave's own private keys, for the process that keeps the keychain.

extension RemoteClassKeys: EnclaveKeyService {
  package func makeEnclaveKey(_ keyClass: KeyClass, binding: [UInt8]) throws(ClassKeyError) -> EnclaveKey {
    guard case .enclaveKey(let key) = try ask(.makeEnclaveKey(keyClass, binding: binding)) else { throw .unavailable }
    return key
  }

  package func signature(ofDigest digest: [UInt8], with key: EnclaveKey) throws(ClassKeyError) -> [UInt8] {
    guard case .signature(let signature) = try ask(.sign(key, digest: digest)) else { throw .unavailable }
    return signature
  }

  package func agree(with publicKey: [UInt8], _ key: EnclaveKey) throws(ClassKeyError) -> SecretBytes {
    guard case .key(let secret) = try ask(.agree(key, publicKey: publicKey)) else { throw .unavailable }
    return secret
  }

  /// Hands over the enclave's end of a channel on which a program has the key sign.
  package func adoptSigner(_ key: EnclaveKey, _ socket: Int32) throws(ClassKeyError) {
    guard case .done = try ask(.adoptSigner(key), attached: socket) else { throw .unavailable }
  }

  /// Ends all channels on which programs have keys sign.
  package func dismissSigners() throws(ClassKeyError) {
    guard case .done = try ask(.dismissSigners) else { throw .unavailable }
  }
}
