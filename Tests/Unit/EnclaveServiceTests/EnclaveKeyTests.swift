// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Glibc
import ProtectionModel
import SecretMemory
import Sockets
import Testing
import Threads

/// Keys that the real enclave makes and uses, inside its sandbox.
@Suite struct EnclaveKeyTests {
  private let digest = [UInt8](repeating: 7, count: 32)

  @Test func `Signs and agrees`() throws {
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

  /// A broken `baileyd` stores the key, and may have other keys of its class unwrapped.
  @Test func `What a key is sealed with is unwrapped for nobody, and moved to no other class`() throws {
    let broker = try EnclaveProcess().broker()
    let key = try broker.keys.makeEnclaveKey(.keychainWhenUnlocked, binding: [1, 2, 3])
    #expect(throws: ClassKeyError.damaged) { _ = try broker.keys.unwrap(key.wrapped) }
    #expect(throws: ClassKeyError.damaged) { _ = try broker.keys.rewrap(key.wrapped, to: .keychainAlways) }
  }

  // MARK: - Channels of programs

  private func signer(_ key: EnclaveKey, _ broker: FilesChannels) throws -> SigningChannel {
    let ends = try PacketSocket.pair()
    try broker.keys.adoptSigner(key, ends.far.raw)
    return try SigningChannel(adopting: ends.near)
  }

  @Test func `A channel of a program signs with its key`() throws {
    let broker = try EnclaveProcess().broker()
    let key = try broker.keys.makeEnclaveKey(.keychainWhenUnlocked, binding: [1])
    let publicKey = try ECPublicKey(.p256, x963: key.publicKey.span)
    let signer = try signer(key, broker)
    for round in 0..<100 {
      let digest = [UInt8](repeating: UInt8(round), count: 32)
      let signature = try signer.signature(ofDigest: digest)
      let valid = publicKey.isValid(signature.span, ofDigest: digest.span)
      #expect(valid)
      // Longer than the enclave watches for the next one.
      if round % 10 == 0 { usleep(2_000) }
    }
    try broker.keys.dismissSigners()
    #expect(throws: EnclaveClientError.closed) { _ = try signer.signature(ofDigest: digest) }
    #expect(throws: Never.self) { _ = try broker.keys.signature(ofDigest: digest, with: key) }
  }

  @Test func `A channel of a program does nothing else`() throws {
    let broker = try EnclaveProcess().broker()
    let key = try broker.keys.makeEnclaveKey(.keychainWhenUnlocked, binding: [])
    let ends = try PacketSocket.pair()
    try broker.keys.adoptSigner(key, ends.far.raw)
    let others: [[UInt8]] = [[1, 6, 0, 4, 49, 50, 51, 52], [1, 2], [1, 24], [1, 10, 6, 1]]
    for request in others {
      try ends.near.send(request.span)
      #expect(try reply(on: ends.near).prefix(3) == [1, 71, 2])
    }
    try ends.near.send(([1, 23, 0, 0] as [UInt8]).span)
    #expect(try reply(on: ends.near).prefix(3) == [1, 71, 1])
  }

  private func reply(on socket: borrowing PacketSocket) throws -> [UInt8] {
    var reply = [UInt8](repeating: 0, count: 64)
    var span = reply.mutableSpan
    let count = try socket.receive(into: &span)
    return Array(reply.prefix(count))
  }

  /// The socket goes on.
  @Test func `A program signs without secret pages too`() throws {
    let broker = try EnclaveProcess(environment: ["BAILEY_SECRET_PAGES=locked"]).broker()
    let key = try broker.keys.makeEnclaveKey(.keychainWhenUnlocked, binding: [])
    let signer = try signer(key, broker)
    for _ in 0..<10 { #expect(throws: Never.self) { _ = try signer.signature(ofDigest: digest) } }
  }

  @Test func `A lock ends the channels of programs`() throws {
    let enclave = try EnclaveProcess()
    try enclave.client().setPasscode(secret("1234"))
    let broker = try enclave.broker()
    broker.obey()
    let always = try broker.keys.makeEnclaveKey(.keychainAlways, binding: [])
    let before = try signer(always, broker)
    #expect(throws: Never.self) { _ = try before.signature(ofDigest: digest) }
    try enclave.client().lock(.now)
    #expect(throws: EnclaveClientError.closed) { _ = try before.signature(ofDigest: digest) }
    // What the state allows can be had again.
    let after = try signer(always, broker)
    #expect(throws: Never.self) { _ = try after.signature(ofDigest: digest) }
  }

  /// Each of them asks again as soon as it has its answer, for as long as it gets one.
  @Test func `A lock and keys come while programs sign without end`() throws {
    let enclave = try EnclaveProcess()
    try enclave.client().setPasscode(secret("1234"))
    let broker = try enclave.broker()
    broker.obey()
    let key = try broker.keys.makeEnclaveKey(.keychainAlways, binding: [])
    let threads = try (0..<4).map { _ in
      let signer = try signer(key, broker)
      return try SystemThread(named: "signs") { [digest] in
        while (try? signer.signature(ofDigest: digest)) != nil {}
      }
    }
    for _ in 0..<20 { _ = try broker.keys.makeKey(.keychainWhenUnlocked) }
    try enclave.client().lock(.now)
    for thread in threads { thread.join() }
    #expect(throws: ClassKeyError.self) { _ = try broker.keys.makeKey(.keychainWhenUnlocked) }
  }

  @Test func `There are only so many channels of programs`() throws {
    let broker = try EnclaveProcess().broker()
    let key = try broker.keys.makeEnclaveKey(.keychainWhenUnlocked, binding: [])
    let signers = try (0..<EnclaveProtocol.signers + 1).map { _ in try signer(key, broker) }
    #expect(throws: EnclaveClientError.closed) { _ = try signers[0].signature(ofDigest: digest) }
    for signer in signers.dropFirst() { #expect(throws: Never.self) { _ = try signer.signature(ofDigest: digest) } }
  }

  @Test func `Survives a restart and follows the lock`() throws {
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

  @Test func `A passcode that is removed takes its keys along`() throws {
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

  @Test func `Another instance cannot use it`() throws {
    let one = try EnclaveProcess().broker()
    let other = try EnclaveProcess().broker()
    let key = try one.keys.makeEnclaveKey(.keychainAlways, binding: [])
    #expect(throws: ClassKeyError.damaged) { _ = try other.keys.signature(ofDigest: digest, with: key) }
  }
}
