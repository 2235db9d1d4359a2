// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Glibc
import MemorySearch
import SecretMemory
import Testing

/// What a primitive was given is nowhere in the process's memory afterwards. Each test is a process of its own.
@Suite struct NoTraceTests {
  @Test func `The search finds a key that is in use`() async {
    await #expect(processExitsWith: .success) {
      let key = SystemRandom.secret(32)
      var cipher = AESGCM()
      cipher.setKey(key)
      check(try MemorySearch.places(of: key) > 0)
      cipher.eraseKey()
      check(try MemorySearch.places(of: key) == 0)
    }
  }

  @Test func `Ciphers leave no key`() async {
    await #expect(processExitsWith: .success) {
      let wrapping = SystemRandom.secret(32)
      let wrapped = SystemRandom.secret(32)
      let bytes = try AESKeyWrap.wrap(wrapped, with: wrapping)
      do {
        let copy = try AESKeyWrap.unwrap(bytes.span, with: wrapping)
        check(copy.revealedDigest == wrapped.revealedDigest)
      }
      check(try MemorySearch.places(of: wrapping) == 0)
      check(try MemorySearch.places(of: wrapped) == 0)
      let names = SystemRandom.secret(64)
      let sealed = try AESSIV.seal(bytes.span, associated: [[1]], key: names)
      _ = try AESSIV.open(sealed.span, associated: [[1]], key: names)
      check(try MemorySearch.places(of: names) == 0)
    }
  }

  @Test func `A cipher that is kept leaves no key`() async {
    await #expect(processExitsWith: .success) {
      let key = SystemRandom.secret(32)
      let message = SystemRandom.bytes(40)
      try AESGCM.withKept { cipher in
        cipher.setKey(key)
        check(try MemorySearch.places(of: key) > 0)
        var sealed = [UInt8](repeating: 0, count: message.count + AESGCM.tagSize)
        var span = sealed.mutableSpan
        let nonce = [UInt8](repeating: 0, count: AESGCM.nonceSize)
        try cipher.seal(message.span, nonce: nonce.span, associated: nonce.span, into: &span)
      }
      check(try MemorySearch.places(of: key) == 0)
    }
  }

  @Test func `Derivations leave no key`() async {
    await #expect(processExitsWith: .success) {
      let key = SystemRandom.secret(32)
      let info: [UInt8] = [1, 2, 3]
      let derived = HKDFSHA256.derive(from: key, salt: info.span, info: info.span, count: 32)
      let single = ConcatKDF.derive(from: key, otherInfo: info.span, count: 32)
      let tag = HMACSHA256.secret(of: derived, key: key)
      check(try MemorySearch.places(of: key) == 0)
      check(try MemorySearch.places(of: derived) == 0)
      check(try MemorySearch.places(of: single) == 0)
      check(try MemorySearch.places(of: tag) == 0)
    }
  }

  @Test func `Agreement leaves no key`() async {
    await #expect(processExitsWith: .success) {
      try callEverythingOnce()
      let pair = try X25519.KeyPair()
      let other = try X25519.KeyPair()
      let shared = try X25519.agree(pair.privateKey, with: other.publicKey.span)
      check(try MemorySearch.places(of: pair.privateKey) == 0)
      check(try MemorySearch.places(of: shared) == 0)
    }
  }

  @Test func `Keys of curves leave no scalar`() async {
    await #expect(processExitsWith: .success) {
      try callEverythingOnce()
      try exerciseCurveKey()
      let scalar = try exerciseCurveKey()
      check(try MemorySearch.places(of: scalar) == 0)
    }
  }

  @Test func `Stretching leaves no passcode`() async {
    await #expect(processExitsWith: .success) {
      let passcode = SystemRandom.secret(48)
      let salt = SystemRandom.bytes(16)
      let stretched = try Argon2id.derive(from: passcode, salt: salt.span, parameters: .smallest)
      check(try MemorySearch.places(of: passcode) == 0)
      check(try MemorySearch.places(of: stretched) == 0)
    }
  }
}

/// The loader saves vector registers on the stack when it resolves a function at its first call, and they may hold a
/// key: programs call everything before they have one, and so must the search.
private func callEverythingOnce() throws {
  try Crypto.prepare()
  _ = try MemorySearch.places(of: SystemRandom.secret(32))
}

/// Makes, uses, exports and imports a key, which is gone afterwards; its scalar is what remains.
@discardableResult private func exerciseCurveKey() throws -> SecretBytes {
  let key = try ECPrivateKey(.p256)
  let digest = SHA256.hash([1].span)
  _ = try key.signature(ofDigest: digest.span)
  _ = try key.agree(with: ECPrivateKey(.p256).publicKey)
  let scalar = try key.scalar()
  _ = try scalar.withBytes { try Curve.p256.signature(ofDigest: digest.span, by: $0) }
  let whole = try key.x963()
  _ = try whole.withBytes { try ECPrivateKey(.p256, x963: $0).signature(ofDigest: digest.span) }
  return scalar
}

extension SecretBytes {
  /// Lets two secrets be compared without a copy of either.
  fileprivate var revealedDigest: [UInt8] { withBytes { SHA256.hash($0) } }
}

/// Ends the process: an expectation of a child process would be lost.
private func check(_ condition: Bool, line: Int = #line) {
  guard !condition else { return }
  print("not so: line \(line)")
  exit(1)
}
