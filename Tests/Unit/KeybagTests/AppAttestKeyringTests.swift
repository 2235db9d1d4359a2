// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import CryptoPrimitives
import Keybag
import PasskeyKeys
import ProtectionModel
import ProtectionModelTesting
import SecretMemory
import Testing

@Suite struct AppAttestKeyringTests {
  private let app = [UInt8](repeating: 7, count: 32)
  private let clientDataHash = [UInt8](repeating: 8, count: 32)

  private func use(_ key: AppAttestKey, counter: UInt32 = 258, launch: [UInt8] = [0xA0]) throws -> AppAttestKeyUse {
    try #require(AppAttestKeyUse(key, counter: counter, launch: launch, clientDataHash: clientDataHash))
  }

  @Test func `Signs authenticator data of its own app, with the counter and the launch that are given`() throws {
    let keyring = AppAttestKeyring(FakeClassKeys())
    let key = try keyring.makeAppKey(of: app)
    let use = try use(key)
    #expect(use.authenticatorData == app + [0x40, 0, 0, 1, 2, 0xA0])
    let nonce = SHA256.hash((use.authenticatorData + clientDataHash).span)
    let publicKey = try ECPublicKey(.p256, x963: key.publicKey.span)
    for _ in 0..<2 {
      let signature = try keyring.signature(use)
      let isValid = publicKey.isValid(signature.span, ofDigest: SHA256.hash(nonce.span).span)
      #expect(isValid)
    }
  }

  @Test func `Nothing of a stored key can be changed, least of all its app`() throws {
    let keyring = AppAttestKeyring(FakeClassKeys())
    let stored = try keyring.makeAppKey(of: app).encoded
    #expect(stored.count == AppAttestKey.encodedSize && AppAttestKey(encoded: stored)?.encoded == stored)
    for index in stored.indices {
      var changed = stored
      changed[index] ^= 1
      guard let key = AppAttestKey(encoded: changed) else { continue }
      #expect(throws: ClassKeyError.damaged, "byte \(index)") { _ = try keyring.signature(use(key)) }
    }
    #expect(AppAttestKey(encoded: Array(stored.dropLast())) == nil && AppAttestKey(encoded: stored + [0]) == nil)
  }

  @Test func `A key is no other kind of key, and of no other machine`() throws {
    let classKeys = FakeClassKeys()
    let key = try AppAttestKeyring(classKeys).makeAppKey(of: app)
    #expect(EnclaveKey(encoded: key.encoded.span) == nil && PasskeyKey(encoded: key.encoded) == nil)
    let disguised = try #require(
      EnclaveKey(wrapped: key.wrapped, binding: app, publicKey: key.publicKey, sealed: key.sealed))
    #expect(throws: ClassKeyError.damaged) {
      _ = try EnclaveKeyring(classKeys).signature(ofDigest: clientDataHash, with: disguised)
    }
    let other = try EnclaveKeyring(classKeys).makeEnclaveKey(AppAttestKey.keyClass, binding: [])
    let forged = try #require(
      AppAttestKey(wrapped: other.wrapped, appIDHash: app, publicKey: other.publicKey, sealed: other.sealed))
    #expect(throws: ClassKeyError.damaged) { _ = try AppAttestKeyring(classKeys).signature(use(forged)) }
    let elsewhere = AppAttestKeyring(FakeClassKeys(seed: 2))
    #expect(throws: ClassKeyError.damaged) { _ = try elsewhere.signature(use(key)) }
  }

  @Test func `Is used while locked, and neither made nor used before the first unlock`() throws {
    let classKeys = FakeClassKeys()
    let keyring = AppAttestKeyring(classKeys)
    let key = try keyring.makeAppKey(of: app)
    classKeys.move(to: .locked)
    keyring.forgetLockedKeys()
    _ = try keyring.signature(use(key))
    classKeys.move(to: .beforeFirstUnlock)
    #expect(throws: ClassKeyError.refusedByLockState(AppAttestKey.keyClass)) { _ = try keyring.signature(use(key)) }
    #expect(throws: ClassKeyError.refusedByLockState(AppAttestKey.keyClass)) { _ = try keyring.makeAppKey(of: app) }
  }

  @Test func `What is too short or too long is no use`() throws {
    let key = try AppAttestKeyring(FakeClassKeys()).makeAppKey(of: app)
    for count in [0, 15, 513] {
      let hash = [UInt8](repeating: 0, count: count)
      #expect(AppAttestKeyUse(key, counter: 1, launch: [], clientDataHash: hash) == nil)
    }
    let launch = [UInt8](repeating: 0, count: 257)
    #expect(AppAttestKeyUse(key, counter: 1, launch: launch, clientDataHash: clientDataHash) == nil)
  }
}
