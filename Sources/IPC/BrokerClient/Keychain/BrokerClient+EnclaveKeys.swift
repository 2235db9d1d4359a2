// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
package import KeychainModel
package import ProtectionModel

extension BrokerClient: EnclaveKeyCalls {
  /// Fails unless the enclave answers. Whether there is a passcode only the enclave knows.
  package func reachEnclave() throws(KeychainStatus) {
    do { _ = try hasPasscode() } catch { throw .notAvailable }
  }

  package func makeEnclaveKey(_ control: AccessControl, group: String?) throws(KeychainStatus) -> EnclaveKey {
    guard case .keychain(.enclaveKey(let key)) = try ask(.enclaveKey(.make(control, group: group))) else {
      throw .internalError
    }
    return key
  }

  package func sign(
    _ digest: [UInt8], with key: EnclaveKey, _ choice: AuthenticationChoice
  ) throws(EnclaveKeyRefusal) -> [UInt8] {
    if let signature = try signature(ofDigest: digest, with: key) { return signature }
    defer { if signers.isWanted(for: key) { openSigner(key) } }
    guard case .keychain(.signature(let signature)) = try use(.sign(key, digest: digest, choice)) else {
      throw .status(.internalError)
    }
    return signature
  }

  /// Signs over a channel to the enclave, where there is one for this key.
  private func signature(
    ofDigest digest: [UInt8], with key: EnclaveKey
  ) throws(EnclaveKeyRefusal) -> [UInt8]? {
    do { return try signers.signature(ofDigest: digest, with: key) } catch { throw .status(error) }
  }

  /// Opens a channel for a key. Without one, `baileyd` goes on passing each digest along.
  private func openSigner(_ key: EnclaveKey) {
    guard case .keychain(.signer(let handed)) = try? ask(.enclaveKey(.signer(key))) else { return }
    signers.adopt(handed, for: key)
  }

  package func agree(
    with publicKey: [UInt8], _ key: EnclaveKey, _ choice: AuthenticationChoice
  ) throws(EnclaveKeyRefusal) -> SecretData {
    guard case .keychain(.secret(let secret)) = try use(.agree(key, publicKey: publicKey, choice)) else {
      throw .status(.internalError)
    }
    return secret
  }

  private func use(_ request: EnclaveKeyRequest) throws(EnclaveKeyRefusal) -> BrokerReply {
    do {
      return try exchange(.keychain(.enclaveKey(request)))
    } catch {
      if case .refused(.authentication(let refusal)) = error { throw .authentication(refusal) }
      throw .status(KeychainStatus(error))
    }
  }
}
