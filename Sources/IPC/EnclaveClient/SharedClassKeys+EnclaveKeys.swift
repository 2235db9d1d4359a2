// SPDX-License-Identifier: Apache-2.0
package import EnclaveMessages
package import ProtectionModel
package import SecretMemory
package import Sockets

extension SharedClassKeys: EnclaveKeyService {
  package func makeEnclaveKey(_ keyClass: KeyClass, binding: [UInt8]) throws(ClassKeyError) -> EnclaveKey {
    try use { channel throws(ClassKeyError) in try channel.makeEnclaveKey(keyClass, binding: binding) }
  }

  package func signature(ofDigest digest: [UInt8], with key: EnclaveKey) throws(ClassKeyError) -> [UInt8] {
    try use { channel throws(ClassKeyError) in try channel.signature(ofDigest: digest, with: key) }
  }

  package func agree(with publicKey: [UInt8], _ key: EnclaveKey) throws(ClassKeyError) -> SecretBytes {
    try use { channel throws(ClassKeyError) in try channel.agree(with: publicKey, key) }
  }

  package func adoptSigner(_ key: EnclaveKey, _ socket: borrowing PacketSocket) throws(ClassKeyError) {
    let raw = socket.raw
    try use { channel throws(ClassKeyError) in try channel.adoptSigner(key, raw) }
  }

  package func dismissSigners() throws(ClassKeyError) {
    try use { channel throws(ClassKeyError) in try channel.dismissSigners() }
  }

  package func status() throws(EnclaveClientError) -> EnclaveStatus {
    try use { channel throws(EnclaveClientError) in try channel.status() }
  }
}
