// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CryptoPrimitives
import Foundation
import KeyFormats
import Testing

@Suite struct HybridEncryptionTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    /// The plaintext too.
    let name: String
    let digest: DigestAlgorithm
    let nonce: ECIES.Nonce
    let key, ciphertext: String
    var testDescription: String { name }
  }

  /// Ciphertexts that `SecKeyCreateEncryptedData` made on macOS with the cofactor algorithms, from the tests of
  /// jedda/ECIES (MIT); the keys are SEC 1.
  static let vectors = [
    Vector(
      name: "P256-SHA224-0IV", digest: .sha224, nonce: .zeros,
      key: """
        MHcCAQEEIJyzfcyptwjYkgdcFhfJlztLPmcfyzyCFs7NoQuCbAAhoAoGCCqGSM49AwEHoUQDQgAE7WttwmG8qki5bU2utMaugBWbWD9Jx/UPzgnG
        xthgHteyqPGofBjBwPZTbxj+lrIGNyHRdbOkSusD7051WG8nmg==
        """,
      ciphertext: """
        BPIMheQOrz0l9wEjcOHQEQ16D9Go8Sm8bEM3LAgMEHUf/eHy3u0oVlfh2po9ocPCuKG2bQ28wlsQ0N6SNJ3O3auS/QeoUogLVcJ3+R1OOeixEJyq
        eUkn6zB8LcqoZ+Y2
        """),
    Vector(
      name: "P256-SHA256-VIV", digest: .sha256, nonce: .derived,
      key: """
        MHcCAQEEIHGhxnpu3kG/nW5ozDZJ+TTFQvL6MynCcQWD6jHV4p0UoAoGCCqGSM49AwEHoUQDQgAEzgFYw3Rqc72IIYHV7JH6M245n/nLnxyre1A7
        sc5nOt31ZyfJQLXGs4dY0cggne28ueXHID5lKz1JNChY49NHYg==
        """,
      ciphertext: """
        BI6sBCGyf916GQSV3DHOvmFxOmzbV9pq08wcOdKaepP2/Qtepj9M71dYkzXf6OqIstDyyVIxfnAMfUpxZzoCHDbalYRzzwhqHwg7K6RNl1F29PVd
        LNtJH498yJSfloW/
        """),
    Vector(
      name: "P384-SHA384-VIV", digest: .sha384, nonce: .derived,
      key: """
        MIGkAgEBBDC5Lt6wBRiiEC2O71i3lv8Jtgg+YP4Y3gCj7B7nOtdQO/5PQPRjpFPJ3ft0yjbzHEagBwYFK4EEACKhZANiAAToVnztZKN1KVhot+Mo
        N3CiPDZ0PoCDXrdP1uHQ61nz4XVrNdxgxyNUJC6cd0gsbujme66wxrq28zqWYBKvrFtIlS4W+NkuyCi5nABkHno7alAWv/fD7aQ8A3ZmWZohsaU=
        """,
      ciphertext: """
        BM45TREbxELfwpTVBmltz+sB3vhkM85m/yiAsE8JSNmXVOeeUGzmxP5Z2jegApPxtOS8ilfhTN/m2XkOoJWGw3MKuekq5V5PcdvAi5xKcoOEynkS
        7uAKS3nhBH/+g+9/iNoTcRSrEpbgm8dOCGe+VRQ7hK8vI0ZRw74kernlNDw=
        """),
    Vector(
      name: "P521-SHA512-0IV", digest: .sha512, nonce: .zeros,
      key: """
        MIHcAgEBBEIAqKpwdZ9JdC3JdVpM7gj1Bgkep3LNTkYWqEYqwNe5w7oyzDh1yU0LVZzefyZNdaagU6DGNdZ+5u9cHqnh9GrQ5gWgBwYFK4EEACOh
        gYkDgYYABAD+MDxfbvbe9ZRZcZgWyDBbpf3JxHii0iScjxNqNWClJWlehHfX8niGE6VNktRQ3lMIwDSvUy3Esiex3gu8RHZnwAGzPjwLm1/w2YbO
        fp2TCNTL8m6eYUfLU0SNW7B61koL+Sk50yTHoseP7+lmM2t8x6uKsyLdo+XCIevpW8IEh0s5wg==
        """,
      ciphertext: """
        BABqJoMa89aD0rRkZ+WrmWTeqUfcr3uvLmyk7KlbWPm45m0ptDeqsaxFtqeM0VR6IoBMQcvcCcW+hzlLPr7i15LJlADzKYe7al7Vp10fJBnnhM2K
        7Z12o/VtOynEEt+ed5IkP9BiopN/3swl79caHQqXxX+SWQijwosMh0rGFJZPjsPFcPpe8Aj9CiJ3y0hRH1D4fp+qtpx9LOBLyuXvRwdFi0Y=
        """),
  ]

  @Test(arguments: vectors) func `Opens what Apple's framework sealed`(vector: Vector) throws {
    let key = try ECPrivateKey(sec1: bytes(vector.key).span)
    let message = bytes(vector.ciphertext)
    let scheme = ECIES(vector.digest, nonce: vector.nonce)
    #expect(try scheme.opened(message, key) == Array(vector.name.utf8))
    let other = ECIES(vector.digest, nonce: vector.nonce == .zeros ? .derived : .zeros)
    #expect(throws: CryptoError.authenticationFailed) { _ = try other.opened(message, key) }
  }

  @Test(arguments: Curve.allCases) func `Opens what it sealed`(curve: Curve) throws {
    let key = try ECPrivateKey(curve)
    for digest in DigestAlgorithm.allCases {
      for nonce in [ECIES.Nonce.zeros, .derived] {
        for count in [0, 1, 1000] {
          let message = SystemRandom.bytes(count)
          let scheme = ECIES(digest, nonce: nonce)
          let sealed = try scheme.encrypt(message.span, to: key.publicKey)
          #expect(sealed.count == curve.pointSize + count + 16)
          #expect(try scheme.opened(sealed, key) == message)
        }
      }
    }
  }

  @Test func `Refuses what was changed or cut`() throws {
    let key = try ECPrivateKey(.p256)
    let scheme = ECIES(.sha256, nonce: .derived)
    let sealed = try scheme.encrypt([1, 2, 3].span, to: key.publicKey)
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(throws: CryptoError.self) { _ = try scheme.opened(changed, key) }
      #expect(throws: CryptoError.self) { _ = try scheme.opened(Array(sealed.prefix(index)), key) }
    }
  }

  @Test(arguments: [1024, 4096]) func `Seals to RSA keys`(bits: Int) throws {
    let key = try RSAPrivateKey(bits: bits)
    let encoded = key.publicKey.pkcs1
    for count in [0, 1, 1000] {
      let message = SystemRandom.bytes(count)
      let scheme = RSASealing(.sha256)
      let sealed = try scheme.encrypt(message.span, to: key.publicKey, encoded: encoded)
      #expect(sealed.count == bits / 8 + count + 16)
      #expect(try scheme.decrypt(sealed.span, with: key, encoded: encoded) == message)
      var changed = sealed
      changed[changed.count - 1] ^= 1
      #expect(throws: CryptoError.authenticationFailed) {
        _ = try scheme.decrypt(changed.span, with: key, encoded: encoded)
      }
      #expect(throws: CryptoError.authenticationFailed) {
        _ = try scheme.decrypt(sealed.span, with: key, encoded: [1])
      }
      #expect(throws: CryptoError.authenticationFailed) {
        _ = try RSASealing(.sha1).decrypt(sealed.span, with: key, encoded: encoded)
      }
    }
  }

  private func bytes(_ base64: String) -> [UInt8] {
    [UInt8](Data(base64Encoded: base64.filter { !$0.isNewline }) ?? Data())
  }
}

extension ECIES {
  fileprivate func opened(_ message: [UInt8], _ key: ECPrivateKey) throws -> [UInt8] {
    try decrypt(message.span, key.curve) { (point) throws(CryptoError) in try key.agree(with: point) }
  }
}
