// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import EnclaveClient
import KeychainModel
import LinuxSystem
import ProtectionModel

/// Keys of the enclave as one caller may use them: those of its groups, as their access control allows.
struct EnclaveKeyDesk {
  let keys: SharedClassKeys
  let groups: AccessGroupList
  let authorizer: any ItemAuthorizer

  func answer(_ request: EnclaveKeyRequest) throws(KeychainStatus) -> BrokerReply {
    switch request {
    case .make(let control, let group): return .enclaveKey(try make(control, group))
    case .sign(let key, let digest, let choice):
      try authorize(key, choice)
      return .signature(
        try enclave { () throws(ClassKeyError) in try keys.signature(ofDigest: digest, with: key) })
    case .agree(let key, let publicKey, let choice):
      try authorize(key, choice)
      return .secret(
        try enclave { () throws(ClassKeyError) in SecretData(try keys.agree(with: publicKey, key)) })
    case .signer(let key): return .signer(HandedSocket(try signer(key)))
    }
  }

  /// Nobody looks at what is signed on it any more: it is for keys that ask nobody, and ends when anything changes that
  /// this here depends on.
  private func signer(_ key: EnclaveKey) throws(KeychainStatus) -> FileDescriptor {
    guard let purpose = EnclaveKeyPurpose(of: key), !purpose.control.needsAuthentication else { throw .param }
    guard groups.mayRead(purpose.group) else { throw .missingEntitlement }
    do {
      let ends = try PacketSocket.pair()
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
    // Nobody could ever use it.
    guard control.isMetByPasscode else { throw .authFailed }
    return try enclave { () throws(ClassKeyError) in
      try keys.makeEnclaveKey(control.protection.keyClass, binding: purpose.binding)
    }
  }

  /// What a key is bound to cannot be changed without breaking it: it says the truth about whose the key is.
  private func authorize(_ key: EnclaveKey, _ choice: AuthenticationChoice) throws(KeychainStatus) {
    guard let purpose = EnclaveKeyPurpose(of: key) else { throw .param }
    guard groups.mayRead(purpose.group) else { throw .missingEntitlement }
    if purpose.control.needsAuthentication { try authorizer.authorize(purpose.control, choice) }
  }

  private func enclave<Value>(_ body: () throws(ClassKeyError) -> Value) throws(KeychainStatus) -> Value {
    do {
      return try body()
    } catch {
      switch error {
      case .refusedByLockState: throw .interactionNotAllowed
      case .damaged: throw .decode
      case .noSuchKey, .unavailable: throw .notAvailable
      }
    }
  }
}
