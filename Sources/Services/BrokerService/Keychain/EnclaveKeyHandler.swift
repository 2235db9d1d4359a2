// SPDX-License-Identifier: Apache-2.0
import AppRegistry
import BrokerMessages
import EnclaveClient
import EnclaveMessages
import KeychainAuthorization
import KeychainModel
import PromptModel
import ProofModel
import ProtectionModel
import Sockets
import SystemCalls

/// Keys of the enclave as one caller may use them: those of its groups, as their access control allows.
struct EnclaveKeyHandler {
  let keys: SharedClassKeys
  let groups: AccessGroupList
  let authorizer: CallerAuthorizer
  /// The registered apps; nil where the registrations are damaged: then no registered program is known.
  let registry: AppRegistry?

  func answer(_ request: EnclaveKeyRequest) throws(BrokerRefusal) -> KeychainReply {
    switch request {
    case .make(let control, let group):
      return try refusing { () throws(KeychainStatus) in .enclaveKey(try make(control, group)) }
    case .sign(let key, let digest, let choice):
      return try using(key, choice) { (presence) throws(ClassKeyError) in
        guard let presence else { return .signature(try keys.signature(ofDigest: digest, with: key)) }
        return .signature(try keys.signature(ofDigest: digest, with: key, presence))
      }
    case .agree(let key, let publicKey, let choice):
      return try using(key, choice) { (presence) throws(ClassKeyError) in
        guard let presence else { return .secret(SecretData(try keys.agree(with: publicKey, key))) }
        return .secret(SecretData(try keys.agree(with: publicKey, key, presence)))
      }
    case .signer(let key):
      return try refusing { () throws(KeychainStatus) in .signer(HandedSocket(try signer(key))) }
    }
  }

  /// The channel on which a key signs. What is signed on it is not checked any more. So it is only for keys that ask
  /// nobody, and it ends when groups or registrations change.
  private func signer(_ key: EnclaveKey) throws(KeychainStatus) -> FileDescriptor {
    guard try !purpose(of: key).control.needsAuthentication else { throw .param }
    do {
      let ends = try PacketSocket.pair()
      // Descriptors that are sent on it stay unused where they cannot be refused.
      try? ends.far.refuseDescriptors()
      try keys.adoptSigner(key, ends.far)
      return try ends.near.descriptor.duplicate()
    } catch {
      throw .notAvailable
    }
  }

  private func make(_ control: AccessControl, _ group: String?) throws(KeychainStatus) -> EnclaveKey {
    guard let group = group ?? groups.standard, groups.mayWrite(group) else { throw .missingEntitlement }
    guard let purpose = EnclaveKeyPurpose(control, group: group) else { throw .param }
    // Nobody could ever use it: no finger is a proof to the enclave.
    guard control.isMetByPasscode else { throw .authFailed }
    // The program stores the key itself, so the register notes first that the group has keys; where it cannot, none is made.
    do { try registry?.noteKeys(in: group) } catch { throw .notAvailable }
    do { return try keys.makeEnclaveKey(control.protection.keyClass, binding: purpose.binding) } catch {
      throw KeychainStatus(enclave: error)
    }
  }

  /// The purpose is authenticated with the key, so it says truly which group the key belongs to.
  private func purpose(of key: EnclaveKey) throws(KeychainStatus) -> EnclaveKeyPurpose {
    guard let purpose = EnclaveKeyPurpose(of: key) else { throw .param }
    guard groups.mayRead(purpose.group) else { throw .missingEntitlement }
    return purpose
  }

  /// Uses a key that wants the person to be there, with what shows the enclave that they are.
  private func using(
    _ key: EnclaveKey, _ choice: AuthenticationChoice,
    _ body: (ProofClaim?) throws(ClassKeyError) -> KeychainReply
  ) throws(BrokerRefusal) -> KeychainReply {
    let control = try refusing { () throws(KeychainStatus) in try purpose(of: key).control }
    guard control.needsAuthentication else { return try enclave { () throws(ClassKeyError) in try body(nil) } }
    // Nobody is asked for a key that the lock keeps away.
    guard !isLocked(key.keyClass) else { throw .keychain(.interactionNotAllowed) }
    let result: Result<KeychainReply, BrokerRefusal>
    do throws(AuthenticationRefusal) {
      result = try authorizer.authenticated(byPasscodeFor: control, choice) { presence in
        Result { () throws(BrokerRefusal) in try enclave { () throws(ClassKeyError) in try body(presence) } }
      }
    } catch {
      throw .authentication(error)
    }
    return try result.get()
  }

  /// Whether a key is locked. On an error the person may be asked in vain: the enclave decides about the key itself.
  private func isLocked(_ keyClass: KeyClass) -> Bool {
    guard let status = try? keys.status(), status.state != .unlocked else { return false }
    return !status.open.contains(keyClass)
  }

  // MARK: - Refusals

  private func enclave<Value>(_ body: () throws(ClassKeyError) -> Value) throws(BrokerRefusal) -> Value {
    do { return try body() } catch { throw .keychain(KeychainStatus(enclave: error)) }
  }

  private func refusing<Value>(_ body: () throws(KeychainStatus) -> Value) throws(BrokerRefusal) -> Value {
    do { return try body() } catch { throw .keychain(error) }
  }
}

extension KeychainStatus {
  fileprivate init(enclave error: ClassKeyError) {
    switch error {
    case .refusedByLockState: self = .interactionNotAllowed
    case .damaged: self = .decode
    case .noSuchKey, .unavailable: self = .notAvailable
    }
  }
}
