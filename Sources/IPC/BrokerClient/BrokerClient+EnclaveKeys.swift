// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
package import KeychainModel
package import ProtectionModel

extension BrokerClient: EnclaveKeyCalls {
  package func makeEnclaveKey(_ control: AccessControl, group: String?) throws(KeychainStatus) -> EnclaveKey {
    guard case .enclaveKey(let key) = try ask(.enclaveKey(.make(control, group: group))) else { throw .internalError }
    return key
  }

  package func sign(
    _ digest: [UInt8], with key: EnclaveKey, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> [UInt8] {
    if let signature = try signers.signature(ofDigest: digest, with: key) { return signature }
    defer { if signers.isWanted(for: key) { openSigner(key) } }
    guard case .signature(let signature) = try ask(.enclaveKey(.sign(key, digest: digest, choice))) else {
      throw .internalError
    }
    return signature
  }

  /// Without one, `baileyd` goes on passing each digest along.
  private func openSigner(_ key: EnclaveKey) {
    guard case .signer(let handed) = try? ask(.enclaveKey(.signer(key))) else { return }
    signers.adopt(handed, for: key)
  }

  package func agree(
    with publicKey: [UInt8], _ key: EnclaveKey, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> SecretData {
    guard case .secret(let secret) = try ask(.enclaveKey(.agree(key, publicKey: publicKey, choice))) else {
      throw .internalError
    }
    return secret
  }
}
