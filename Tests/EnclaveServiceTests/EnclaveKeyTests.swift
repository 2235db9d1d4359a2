// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import EnclaveClient
import EnclaveMessages
import ProtectionModel
import SecretMemory
import Testing

/// Keys that the real enclave makes and uses, inside its sandbox.
@Suite struct EnclaveKeyTests {
  private let digest = [UInt8](repeating: 7, count: 32)

  @Test func signsAndAgrees() throws {
    let broker = try EnclaveProcess().broker()
    let key = try broker.keys.makeEnclaveKey(.keychainWhenUnlocked, binding: [1, 2, 3])
    let publicKey = try ECPublicKey(.p256, x963: key.publicKey.span)
    // More often than the library asks the kernel for randomness again.
    for _ in 0..<600 {
      let signature = try broker.keys.signature(ofDigest: digest, with: key)
      let valid = publicKey.isValid(signature.span, ofDigest: digest.span)
      #expect(valid)
    }
    let other = try ECPrivateKey(.p256)
    let secret = try broker.keys.agree(with: other.publicKey.x963, key)
    let expected = try other.agree(with: publicKey)
    let same = secret.withBytes { one in expected.withBytes { equalInConstantTime(one, $0) } }
    #expect(same)
  }

  @Test func survivesARestartAndFollowsTheLock() throws {
    let home = try EnclaveHome()
    var enclave = try EnclaveProcess(home)
    try enclave.client().setPasscode(secret("1234"))
    let broker = try enclave.broker()
    broker.obey()
    let key = try broker.keys.makeEnclaveKey(.keychainWhenUnlocked, binding: [])
    let always = try broker.keys.makeEnclaveKey(.keychainAlways, binding: [])
    _ = try broker.keys.signature(ofDigest: digest, with: key)
    try enclave.client().lock(.now)
    #expect(throws: ClassKeyError.refusedByLockState(.keychainWhenUnlocked)) {
      _ = try broker.keys.signature(ofDigest: digest, with: key)
    }
    #expect(throws: Never.self) { _ = try broker.keys.signature(ofDigest: digest, with: always) }
    try enclave.stop()
    enclave = try EnclaveProcess(home)
    let again = try enclave.broker()
    #expect(throws: ClassKeyError.refusedByLockState(.keychainWhenUnlocked)) {
      _ = try again.keys.signature(ofDigest: digest, with: key)
    }
    try enclave.client().unlock(secret("1234"))
    #expect(throws: Never.self) { _ = try again.keys.signature(ofDigest: digest, with: key) }
  }

  @Test func aPasscodeThatIsRemovedTakesItsKeysAlong() throws {
    let enclave = try EnclaveProcess()
    let broker = try enclave.broker()
    let keyClass = KeyClass.keychainWhenPasscodeSetThisDeviceOnly
    #expect(throws: ClassKeyError.noSuchKey(keyClass)) { _ = try broker.keys.makeEnclaveKey(keyClass, binding: []) }
    try enclave.client().setPasscode(secret("1234"))
    let key = try broker.keys.makeEnclaveKey(keyClass, binding: [])
    _ = try broker.keys.signature(ofDigest: digest, with: key)
    try enclave.client().removePasscode(secret("1234"))
    #expect(throws: ClassKeyError.noSuchKey(keyClass)) { _ = try broker.keys.signature(ofDigest: digest, with: key) }
    try enclave.client().setPasscode(secret("1234"))
    #expect(throws: ClassKeyError.damaged) { _ = try broker.keys.signature(ofDigest: digest, with: key) }
  }

  @Test func anotherInstanceCannotUseIt() throws {
    let one = try EnclaveProcess().broker()
    let other = try EnclaveProcess().broker()
    let key = try one.keys.makeEnclaveKey(.keychainAlways, binding: [])
    #expect(throws: ClassKeyError.damaged) { _ = try other.keys.signature(ofDigest: digest, with: key) }
  }
}
