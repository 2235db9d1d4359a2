// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainModel
import PromptModel
import ProtectionModel
import ProtectionModelTesting
import Threads

/// A keychain with an enclave behind it.
final class EnclaveKeychain: KeychainService, EnclaveKeyCalls {
  let classKeys: FakeClassKeys
  private let items: any KeychainService
  private let keyring: EnclaveKeyring
  private let lastChoice = Locked<AuthenticationChoice?>(nil)
  private let answer = Locked<AuthenticationRefusal?>(nil)

  /// How the last use of a key went about authentication.
  var choice: AuthenticationChoice? { lastChoice.withLock { $0 } }

  /// What the person does who is asked.
  var refusal: AuthenticationRefusal? {
    get { answer.withLock { $0 } }
    set { answer.withLock { $0 = newValue } }
  }

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

  func reachEnclave() throws(KeychainStatus) {}

  func makeEnclaveKey(_ control: AccessControl, group: String?) throws(KeychainStatus) -> EnclaveKey {
    guard let purpose = EnclaveKeyPurpose(control, group: group ?? "standard") else { throw .param }
    do { return try keyring.makeEnclaveKey(control.protection.keyClass, binding: purpose.binding) } catch {
      throw Self.status(error)
    }
  }

  func sign(
    _ digest: [UInt8], with key: EnclaveKey, _ choice: AuthenticationChoice
  ) throws(EnclaveKeyRefusal) -> [UInt8] {
    try authenticate(key, choice)
    return try enclave { () throws(ClassKeyError) in try keyring.signature(ofDigest: digest, with: key) }
  }

  func agree(
    with publicKey: [UInt8], _ key: EnclaveKey, _ choice: AuthenticationChoice
  ) throws(EnclaveKeyRefusal) -> SecretData {
    try authenticate(key, choice)
    return try enclave { () throws(ClassKeyError) in SecretData(try keyring.agree(with: publicKey, key)) }
  }

  /// A context is proof enough for a test.
  private func authenticate(_ key: EnclaveKey, _ choice: AuthenticationChoice) throws(EnclaveKeyRefusal) {
    lastChoice.withLock { $0 = choice }
    guard let purpose = EnclaveKeyPurpose(of: key) else { throw .status(.param) }
    guard purpose.control.needsAuthentication else { return }
    if let refusal { throw .authentication(refusal) }
    guard choice.context != nil else { throw .authentication(.notInteractive) }
  }

  private func enclave<Value>(_ body: () throws(ClassKeyError) -> Value) throws(EnclaveKeyRefusal) -> Value {
    do { return try body() } catch { throw .status(Self.status(error)) }
  }

  private static func status(_ error: ClassKeyError) -> KeychainStatus {
    if case .refusedByLockState = error { .interactionNotAllowed } else { .notAvailable }
  }
}
