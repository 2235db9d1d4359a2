// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Keybag
import PasskeyKeys
import ProtectionModel
import ProtectionModelTesting
import SecretMemory
import Testing

@Suite struct PasskeyKeyringTests {
  private let party = [UInt8](repeating: 7, count: 32)
  private let user = [UInt8](repeating: 6, count: 32)
  private let clientDataHash = [UInt8](repeating: 8, count: 32)

  private func creation(
    _ portability: PasskeyKey.Portability = .portable, salts: [[UInt8]] = []
  ) throws -> PasskeyCreation {
    let salts = try #require(PRFSalts(salts))
    return try #require(
      PasskeyCreation(
        relyingPartyHash: party, userHash: user, portability, clientDataHash: clientDataHash, salts: salts))
  }

  private func use(_ key: PasskeyKey, salts: [[UInt8]] = []) throws -> PasskeyUse {
    let salts = try #require(PRFSalts(salts))
    return try #require(PasskeyUse(key, clientDataHash: clientDataHash, salts: salts))
  }

  @Test(arguments: PasskeyKey.Portability.allCases)
  func `Signs authenticator data of its own for its relying party`(portability: PasskeyKey.Portability) throws {
    let keyring = PasskeyKeyring(FakeClassKeys())
    let new = try keyring.make(creation(portability))
    #expect(new.key.portability == portability && new.key.relyingPartyHash == party && new.key.userHash == user)
    #expect(new.outputs.count == 0)
    let assertion = try keyring.assertion(use(new.key))
    let flags: UInt8 = portability == .portable ? 0x0D : 0x05
    #expect(assertion.authenticatorData == party + [flags, 0, 0, 0, 0])
    let digest = SHA256.hash((assertion.authenticatorData + clientDataHash).span)
    let publicKey = try ECPublicKey(.p256, x963: new.key.publicKey.span)
    let isValid = publicKey.isValid(assertion.signature.span, ofDigest: digest.span)
    #expect(isValid)
  }

  @Test func `The function gives each salt its output, at the making and later, and each passkey another`() throws {
    let keyring = PasskeyKeyring(FakeClassKeys())
    let salts = [[UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32)]
    let made = try keyring.make(creation(salts: salts))
    let (one, key) = (revealed(made.outputs), made.key)
    let later = try keyring.assertion(use(key, salts: salts))
    let swapped = try keyring.assertion(use(key, salts: salts.reversed()))
    let other = try keyring.make(creation(salts: salts))
    #expect(one.count == 64 && one.prefix(32) != one.suffix(32))
    #expect(revealed(later.outputs) == one)
    #expect(revealed(swapped.outputs) == Array(one.suffix(32) + one.prefix(32)))
    #expect(revealed(other.outputs) != one)
  }

  @Test func `Nothing of a stored passkey can be changed`() throws {
    let keyring = PasskeyKeyring(FakeClassKeys())
    let stored = try keyring.make(creation()).key.encoded
    #expect(stored.count == PasskeyKey.encodedSize)
    #expect(PasskeyKey(encoded: stored)?.encoded == stored)
    for index in stored.indices {
      var changed = stored
      changed[index] ^= 1
      guard let key = PasskeyKey(encoded: changed) else { continue }
      #expect(throws: ClassKeyError.self, "byte \(index)") { _ = try keyring.assertion(use(key)) }
    }
    #expect(PasskeyKey(encoded: Array(stored.dropLast())) == nil && PasskeyKey(encoded: stored + [0]) == nil)
  }

  /// Each of the two kinds refuses the other's bytes, and the sealed part of one opens as no other.
  @Test func `A passkey is no key of apps, and none of theirs is a passkey`() throws {
    let classKeys = FakeClassKeys()
    let passkey = try PasskeyKeyring(classKeys).make(creation()).key
    let key = try EnclaveKeyring(classKeys).makeEnclaveKey(.keychainWhenUnlocked, binding: party + [0, 0, 0])
    #expect(EnclaveKey(encoded: passkey.encoded.span) == nil)
    #expect(PasskeyKey(encoded: key.encoded) == nil)
    let forged = EnclaveKey(
      wrapped: passkey.wrapped, binding: [], publicKey: passkey.publicKey,
      sealed: Array(passkey.sealed.prefix(EnclaveKey.sealedSize)))
    let disguised = try #require(forged)
    #expect(throws: ClassKeyError.damaged) {
      _ = try EnclaveKeyring(classKeys).signature(ofDigest: clientDataHash, with: disguised)
    }
  }

  @Test(arguments: PasskeyKey.Portability.allCases)
  func `A locked device makes none and signs nothing`(portability: PasskeyKey.Portability) throws {
    let classKeys = FakeClassKeys()
    let keyring = PasskeyKeyring(classKeys)
    let key = try keyring.make(creation(portability)).key
    classKeys.move(to: .locked)
    #expect(throws: ClassKeyError.refusedByLockState(portability.keyClass)) { _ = try keyring.assertion(use(key)) }
    #expect(throws: ClassKeyError.refusedByLockState(portability.keyClass)) {
      _ = try keyring.make(creation(portability))
    }
  }

  // MARK: - To and from other places

  @Test func `One that may leave signs at another enclave as it did here, with the same function`() throws {
    let (here, there) = (PasskeyKeyring(FakeClassKeys()), PasskeyKeyring(FakeClassKeys(seed: 9)))
    let salts = [[UInt8](repeating: 1, count: 32)]
    let made = try here.make(creation(salts: salts))
    let (outputs, key) = (revealed(made.outputs), made.key)
    let transfer = PasskeyTransferKey.random()
    let passkey = try here.takeOut(key, with: transfer)
    #expect(TransferredPasskey(encoded: passkey.encoded) == passkey)
    let moved = try there.bringIn(passkey, with: transfer)
    #expect(moved.publicKey == key.publicKey && moved.relyingPartyHash == party && moved.userHash == user)
    #expect(moved.portability == .portable && moved.sealed != key.sealed)
    let assertion = try there.assertion(use(moved, salts: salts))
    #expect(revealed(assertion.outputs) == outputs)
    #expect(throws: ClassKeyError.self) { _ = try here.assertion(use(moved)) }
    // Twice the same is sealed differently.
    #expect(try here.takeOut(key, with: transfer) != passkey)
  }

  @Test func `One of this device only leaves in no way`() throws {
    let keyring = PasskeyKeyring(FakeClassKeys())
    let key = try keyring.make(creation(.thisDeviceOnly)).key
    #expect(throws: ClassKeyError.self) { _ = try keyring.takeOut(key, with: .random()) }
  }

  @Test func `Nothing of one that moves can be changed, and no other key opens it`() throws {
    let keyring = PasskeyKeyring(FakeClassKeys())
    let transfer = PasskeyTransferKey.random()
    let bytes = try keyring.takeOut(keyring.make(creation()).key, with: transfer).encoded
    #expect(bytes.count == TransferredPasskey.encodedSize)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      guard let passkey = TransferredPasskey(encoded: changed) else { continue }
      #expect(throws: ClassKeyError.damaged, "byte \(index)") { _ = try keyring.bringIn(passkey, with: transfer) }
    }
    let whole = try #require(TransferredPasskey(encoded: bytes))
    #expect(throws: ClassKeyError.damaged) { _ = try keyring.bringIn(whole, with: .random()) }
    #expect(PasskeyKey(encoded: bytes) == nil && TransferredPasskey(encoded: Array(bytes.dropLast())) == nil)
  }

  @Test func `A public key that is not that of the private part is not believed`() throws {
    let keyring = PasskeyKeyring(FakeClassKeys())
    let transfer = PasskeyTransferKey.random()
    let (one, other) = (try keyring.make(creation()).key, try keyring.make(creation()).key)
    let parts = try transfer.open(keyring.takeOut(one, with: transfer))
    let forged = try transfer.seal(
      parts, relyingPartyHash: party, userHash: user, publicKey: other.publicKey)
    #expect(throws: ClassKeyError.damaged) { _ = try keyring.bringIn(forged, with: transfer) }
  }

  private func revealed(_ outputs: borrowing PRFOutputs) -> [UInt8] {
    switch outputs.bytes {
    case .some(let bytes): bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    case .none: []
    }
  }
}
