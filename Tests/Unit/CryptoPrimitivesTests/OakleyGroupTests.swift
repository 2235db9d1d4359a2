// SPDX-License-Identifier: Apache-2.0
import SecretMemory
import Testing

@testable import CryptoPrimitives

@Suite struct OakleyGroupTests {
  /// RFC 2409, section 6.2.
  private static let prime = """
    ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd
    ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed
    ee386bfb5a899fa5ae9f24117c4b1fe649286651ece65381ffffffffffffffff
    """

  @Test func `Both sides agree`() throws {
    let one = try OakleyKeyPair()
    let other = try OakleyKeyPair()
    let (oneKey, otherKey) = (one.publicKey, other.publicKey)
    let agreed = try bytes(one.agree(with: otherKey.span))
    let same = try bytes(other.agree(with: oneKey.span))
    #expect(agreed == same)
    #expect(agreed.count == 128 && oneKey.count == 128 && oneKey != otherKey)
  }

  /// 2 to the power of 1023 is below the prime; of 1024, it is the rest of the division, which the prime's digits give.
  @Test func `Powers are of the group`() throws {
    let pair = try OakleyKeyPair(exponent: SecretBytes(copying: [0x03, 0xFF].span))
    let key = pair.publicKey
    #expect(key == [0x80] + [UInt8](repeating: 0, count: 127))
    let next = try OakleyKeyPair(exponent: SecretBytes(copying: [0x04, 0x00].span))
    let complement = hex(Self.prime).map { ~$0 }
    let nextKey = next.publicKey
    #expect(nextKey == Array(complement.dropLast()) + [complement[127] + 1])
  }

  @Test func `Short keys have zeros in front`() throws {
    let pair = try OakleyKeyPair(exponent: SecretBytes(copying: [3].span))
    let (key, agreed) = (pair.publicKey, try bytes(pair.agree(with: [2].span)))
    #expect(key == [UInt8](repeating: 0, count: 127) + [8] && agreed == key)
  }

  @Test func `Keys that leave no secret are refused`() throws {
    let pair = try OakleyKeyPair()
    let prime = hex(Self.prime)
    let last = Array(prime.dropLast()) + [prime[127] - 1]
    let keys: [[UInt8]] = [
      [], [0], [1], last, prime, [UInt8](repeating: 0xFF, count: 128), [UInt8](repeating: 1, count: 129),
    ]
    for key in keys {
      #expect(throws: CryptoError.invalidPublicKey) { _ = try pair.agree(with: key.span) }
    }
  }

  private func bytes(_ secret: consuming SecretBytes) -> [UInt8] {
    secret.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }
}
