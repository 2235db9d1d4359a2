// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import KeychainModel
import SecretMemory
import Testing

@testable import SecretServiceModel

@Suite struct SessionCipherTests {
  private func bytes(_ secret: SecretData) -> [UInt8] { secret.withBytes { bytes in bytes.indices.map { bytes[$0] } } }
  private func secret(_ bytes: [UInt8]) -> SecretData { SecretData(copying: bytes.span) }

  @Test func `Plain secrets travel as they are`() throws {
    let sealed = try SessionCipher.plain.seal(secret([1, 2]))
    #expect(sealed == .init(parameters: [], value: [1, 2]))
    #expect(bytes(try SessionCipher.plain.open(sealed)) == [1, 2])
    #expect(throws: SessionCipher.Failure.badSecret) {
      _ = try SessionCipher.plain.open(.init(parameters: [0], value: [1]))
    }
  }

  /// A client as the specification describes it.
  @Test(arguments: [0, 1, 16, 1000]) func `A client that agreed a key reads what was sealed and the other way round`(
    count: Int
  ) throws {
    let pair = try OakleyKeyPair()
    let (cipher, publicKey) = try SessionCipher.agreed(with: pair.publicKey)
    let agreed = try pair.agree(with: publicKey.span)
    let none: [UInt8] = []
    let key = HKDFSHA256.derive(from: agreed, salt: none.span, info: none.span, count: 16)
    let plaintext = [UInt8](repeating: 5, count: count)
    let sealed = try cipher.seal(secret(plaintext))
    switch try AES128CBC.open(sealed.value.span, key: key, vector: sealed.parameters.span) {
    case .none: #expect(plaintext.isEmpty)
    case .some(let opened): #expect(bytes(SecretData(opened)) == plaintext)
    }
    let vector = [UInt8](repeating: 3, count: 16)
    let back = try AES128CBC.seal(plaintext.span, key: key, vector: vector.span)
    #expect(bytes(try cipher.open(.init(parameters: vector, value: back))) == plaintext)
  }

  @Test func `Each secret is sealed under another vector`() throws {
    let (cipher, _) = try SessionCipher.agreed(with: OakleyKeyPair().publicKey)
    #expect(try cipher.seal(secret([1])).parameters != cipher.seal(secret([1])).parameters)
  }

  @Test func `What is not sealed for this session is refused`() throws {
    let (cipher, _) = try SessionCipher.agreed(with: OakleyKeyPair().publicKey)
    let vector = [UInt8](repeating: 0, count: 16)
    for (parameters, count) in [(vector, 0), (vector, 15), (vector, 17), ([], 16), (vector + [0], 16)] {
      let sealed = SessionCipher.Sealed(parameters: parameters, value: [UInt8](repeating: 0, count: count))
      #expect(throws: SessionCipher.Failure.badSecret) { _ = try cipher.open(sealed) }
    }
    for key in [[], [0], [1], [UInt8](repeating: 0xFF, count: 128)] as [[UInt8]] {
      #expect(throws: SessionCipher.Failure.badKey) { _ = try SessionCipher.agreed(with: key) }
    }
  }
}
