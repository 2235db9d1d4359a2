// SPDX-License-Identifier: Apache-2.0
@testable import CryptoKit
import Testing

@Suite struct WipeTests {
  @Test func `a wiped array keeps its size and none of its bytes`() {
    var secret: [UInt8] = [1, 2, 3]
    secret.wipe()
    #expect(secret == [0, 0, 0])
    var none: [UInt8] = []
    none.wipe()
    #expect(none.isEmpty)
  }

  @Test func `a key that is derived in one call has the bytes of the two halves of HKDF`() {
    let material = SymmetricKey(size: .bits256)
    for size in [0, 1, 31, 32, 33, 100] {
      let key = HKDF<SHA256>.deriveKey(inputKeyMaterial: material, salt: [1], info: [2], outputByteCount: size)
      #expect(key.bitCount == size * 8)
      #expect(
        key
          == HKDF<SHA256>.expand(
            pseudoRandomKey: HKDF<SHA256>.extract(inputKeyMaterial: material, salt: [1]), info: [2],
            outputByteCount: size))
    }
  }
}
