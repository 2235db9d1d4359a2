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
    guard case .signature(let signature) = try ask(.enclaveKey(.sign(key, digest: digest, choice))) else {
      throw .internalError
    }
    return signature
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
