// SPDX-License-Identifier: Apache-2.0
import EnclaveKeyring
import KeychainModel
import LinuxSystem
import ProtectionModel
import ProtectionModelTesting

/// A keychain with an enclave behind it.
final class EnclaveKeychain: KeychainService, EnclaveKeyCalls {
  let classKeys: FakeClassKeys
  private let items: any KeychainService
  private let keyring: EnclaveKeyring
  private let lastChoice = Locked<AuthenticationChoice?>(nil)

  /// How the last use of a key went about authentication.
  var choice: AuthenticationChoice? { lastChoice.withLock { $0 } }

  init(_ items: any KeychainService = RecordingKeychain(), _ classKeys: FakeClassKeys = FakeClassKeys()) {
    self.items = items
    self.classKeys = classKeys
    keyring = EnclaveKeyring(classKeys)
  }

  func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult? { try items.add(addition) }
  func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult] { try items.find(query) }
  func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus) {
    try items.update(query, with: changes)
  }
  func delete(_ query: ItemQuery) throws(KeychainStatus) { try items.delete(query) }

  func makeEnclaveKey(_ control: AccessControl, group: String?) throws(KeychainStatus) -> EnclaveKey {
    guard let purpose = EnclaveKeyPurpose(control, group: group ?? "standard") else { throw .param }
    return try enclave { () throws(ClassKeyError) in
      try keyring.makeEnclaveKey(control.protection.keyClass, binding: purpose.binding)
    }
  }

  func sign(
    _ digest: [UInt8], with key: EnclaveKey, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> [UInt8] {
    try authenticate(key, choice)
    return try enclave { () throws(ClassKeyError) in try keyring.signature(ofDigest: digest, with: key) }
  }

  func agree(
    with publicKey: [UInt8], _ key: EnclaveKey, _ choice: AuthenticationChoice
  ) throws(KeychainStatus) -> SecretData {
    try authenticate(key, choice)
    return try enclave { () throws(ClassKeyError) in SecretData(try keyring.agree(with: publicKey, key)) }
  }

  /// A context is proof enough for a test.
  private func authenticate(_ key: EnclaveKey, _ choice: AuthenticationChoice) throws(KeychainStatus) {
    lastChoice.withLock { $0 = choice }
    guard let purpose = EnclaveKeyPurpose(of: key) else { throw .param }
    guard !purpose.control.needsAuthentication || choice.context != nil else { throw .interactionNotAllowed }
  }

  private func enclave<Value>(_ body: () throws(ClassKeyError) -> Value) throws(KeychainStatus) -> Value {
    do { return try body() } catch .refusedByLockState { throw .interactionNotAllowed } catch { throw .notAvailable }
  }
}
