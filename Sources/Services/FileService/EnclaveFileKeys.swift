// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveMessages
import ProtectionModel
import SecretMemory

/// The enclave's class keys, as the files use them.
struct EnclaveFileKeys: ClassKeyService {
  let enclave: RemoteClassKeys

  func makeKeys(_ keyClass: KeyClass, count: Int, _ take: (consuming NewKey) -> Void) throws(ClassKeyError) {
    let batch = try enclave.makeKeys(keyClass, count: min(count, EnclaveProtocol.keyCounts.upperBound))
    for index in 0..<batch.count { take(batch.newKey(at: index)) }
  }

  func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey { try enclave.makeKey(keyClass) }
  func unwrap(_ wrapped: WrappedKey) throws(ClassKeyError) -> SecretBytes { try enclave.unwrap(wrapped) }
  func rewrap(_ wrapped: WrappedKey, to keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey {
    try enclave.rewrap(wrapped, to: keyClass)
  }
  func isAvailable(_ keyClass: KeyClass) -> Bool { enclave.isAvailable(keyClass) }
}
