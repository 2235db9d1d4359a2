// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Keybag
import ProtectionModel
import ProtectionModelTesting
import SecretMemory
import Testing

@Suite struct EnclaveKeyringTests {
  private static let keychainClasses = KeyClass.allCases.filter { $0.rawValue >= 6 }
  private let digest = [UInt8](repeating: 7, count: 32)

  @Test(arguments: keychainClasses) func `Signs with what it made`(keyClass: KeyClass) throws {
    let keyring = EnclaveKeyring(FakeClassKeys())
    let key = try keyring.makeEnclaveKey(keyClass, binding: [1, 2, 3])
    #expect(key.keyClass == keyClass && key.binding == [1, 2, 3])
    let signature = try keyring.signature(ofDigest: digest, with: key)
    let publicKey = try ECPublicKey(.p256, x963: key.publicKey.span)
    let valid = publicKey.isValid(signature.span, ofDigest: digest.span)
    #expect(valid)
  }

  @Test func `Agrees on what the other side gets`() throws {
    let keyring = EnclaveKeyring(FakeClassKeys())
    let key = try keyring.makeEnclaveKey(.keychainWhenUnlocked, binding: [])
    let other = try ECPrivateKey(.p256)
    let secret = try keyring.agree(with: other.publicKey.x963, key)
    let expected = try other.agree(with: ECPublicKey(.p256, x963: key.publicKey.span))
    #expect(revealed(secret) == revealed(expected))
    #expect(throws: ClassKeyError.damaged) { _ = try keyring.agree(with: [4], key) }
  }

  @Test func `Another keyring of the same class keys opens it`() throws {
    let key = try EnclaveKeyring(FakeClassKeys(seed: 3)).makeEnclaveKey(.keychainAlways, binding: [])
    let parsed = EnclaveKey(encoded: key.encoded.span)
    let stored = try #require(parsed)
    #expect(stored == key)
    #expect(throws: Never.self) {
      _ = try EnclaveKeyring(FakeClassKeys(seed: 3)).signature(ofDigest: digest, with: stored)
    }
    #expect(throws: ClassKeyError.damaged) {
      _ = try EnclaveKeyring(FakeClassKeys(seed: 4)).signature(ofDigest: digest, with: stored)
    }
  }

  /// As version 0.1.0 made it: sealed with a key that others can have unwrapped.
  @Test func `A key of version 0.1.0 signs on, and a new one is sealed for the enclave alone`() throws {
    let classKeys = FakeClassKeys()
    let (keyClass, binding) = (KeyClass.keychainWhenUnlocked, [UInt8]([1, 2, 3]))
    let made = try ECPrivateKey(.p256)
    let sealing = try classKeys.makeKey(keyClass)
    let associated = Array("bailey enclave key 1".utf8) + [keyClass.rawValue] + made.publicKey.x963 + binding
    let sealed = try seal(made.scalar(), with: sealing.key, associated)
    let old = try #require(
      EnclaveKey(wrapped: sealing.wrapped, binding: binding, publicKey: made.publicKey.x963, sealed: sealed))
    let keyring = EnclaveKeyring(classKeys)
    let signature = try keyring.signature(ofDigest: digest, with: old)
    let valid = made.publicKey.isValid(signature.span, ofDigest: digest.span)
    #expect(valid)
    let new = try keyring.makeEnclaveKey(keyClass, binding: binding)
    #expect(throws: ClassKeyError.damaged) { _ = try classKeys.unwrap(new.wrapped) }
    #expect(throws: ClassKeyError.damaged) { _ = try classKeys.unwrap(new.wrapped, for: .passkey) }
  }

  private func seal(
    _ scalar: borrowing SecretBytes, with key: borrowing SecretBytes, _ associated: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: EnclaveKey.sealedSize)
    var span = sealed.mutableSpan
    let nonce = [UInt8](repeating: 0, count: AESGCM.nonceSize)
    var cipher = AESGCM()
    cipher.setKey(key)
    try scalar.withBytes { (scalar) throws(CryptoError) in
      try cipher.seal(scalar, nonce: nonce.span, associated: associated.span, into: &span)
    }
    return sealed
  }

  @Test func `What is locked signs nothing`() throws {
    let classKeys = FakeClassKeys()
    let keyring = EnclaveKeyring(classKeys)
    let locking = try keyring.makeEnclaveKey(.keychainWhenUnlocked, binding: [])
    let staying = try keyring.makeEnclaveKey(.keychainAfterFirstUnlock, binding: [])
    for key in [locking, staying] { _ = try keyring.signature(ofDigest: digest, with: key) }
    classKeys.move(to: .locked)
    #expect(throws: ClassKeyError.refusedByLockState(.keychainWhenUnlocked)) {
      _ = try keyring.signature(ofDigest: digest, with: locking)
    }
    #expect(throws: ClassKeyError.refusedByLockState(.keychainWhenUnlocked)) {
      _ = try keyring.makeEnclaveKey(.keychainWhenUnlocked, binding: [])
    }
    #expect(throws: Never.self) { _ = try keyring.signature(ofDigest: digest, with: staying) }
    keyring.forgetLockedKeys()
    classKeys.move(to: .unlocked)
    #expect(throws: Never.self) { _ = try keyring.signature(ofDigest: digest, with: locking) }
  }

  @Test func `Keys in use cost no unwrap until they are forgotten`() throws {
    let classKeys = FakeClassKeys()
    let keyring = EnclaveKeyring(classKeys)
    let key = try keyring.makeEnclaveKey(.keychainWhenUnlocked, binding: [])
    for _ in 0..<5 { _ = try keyring.signature(ofDigest: digest, with: key) }
    #expect(classKeys.unwraps == 1)
    keyring.forgetLockedKeys()
    _ = try keyring.signature(ofDigest: digest, with: key)
    #expect(classKeys.unwraps == 1, "its class is not locked")
    classKeys.move(to: .locked)
    keyring.forgetLockedKeys()
    classKeys.move(to: .unlocked)
    _ = try keyring.signature(ofDigest: digest, with: key)
    #expect(classKeys.unwraps == 2)
  }

  @Test func `Every byte counts`() throws {
    let keyring = EnclaveKeyring(FakeClassKeys())
    let key = try keyring.makeEnclaveKey(.keychainWhenUnlocked, binding: [9, 9])
    for index in key.encoded.indices {
      var changed = key.encoded
      changed[index] ^= 1
      guard let stored = EnclaveKey(encoded: changed.span) else { continue }
      #expect(throws: ClassKeyError.self) { _ = try keyring.signature(ofDigest: digest, with: stored) }
    }
  }

  @Test func `The stored form has its length and version`() throws {
    let keyring = EnclaveKeyring(FakeClassKeys())
    let key = try keyring.makeEnclaveKey(.keychainAlways, binding: [UInt8](repeating: 1, count: 192))
    #expect(key.encoded.count == EnclaveKey.encodedLengths.upperBound)
    for bad in [[], Array(key.encoded.prefix(100)), [2] + key.encoded.dropFirst(), key.encoded + [0]] {
      let parsed = EnclaveKey(encoded: bad.span)
      #expect(parsed == nil)
    }
    var ofFiles = key.encoded
    ofFiles[1] = KeyClass.fileComplete.rawValue
    let parsed = EnclaveKey(encoded: ofFiles.span)
    #expect(parsed == nil)
    #expect(throws: ClassKeyError.damaged) {
      _ = try keyring.makeEnclaveKey(.keychainAlways, binding: [UInt8](repeating: 1, count: 193))
    }
  }

  private func revealed(_ secret: borrowing SecretBytes) -> [UInt8] {
    secret.withBytes { span in span.indices.map { span[$0] } }
  }
}
