// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CryptoPrimitives
import SecretMemory
import Testing

@Suite struct ECKeyTests {
  struct Vector: Sendable {
    let curve: Curve
    let scalar, x, y: String
    var point: [UInt8] { [4] + hex(x) + hex(y) }
  }

  /// RFC 6979, A.2.3 to A.2.7.
  static let vectors = [
    Vector(
      curve: .p192, scalar: "6FAB034934E4C0FC9AE67F5B5659A9D7D1FEFD187EE09FD4",
      x: "AC2C77F529F91689FEA0EA5EFEC7F210D8EEA0B9E047ED56", y: "3BC723E57670BD4887EBC732C523063D0A7C957BC97C1C43"),
    Vector(
      curve: .p224, scalar: "F220266E1105BFE3083E03EC7A3A654651F45E37167E88600BF257C1",
      x: "00CF08DA5AD719E42707FA431292DEA11244D64FC51610D94B130D6C",
      y: "EEAB6F3DEBE455E3DBF85416F7030CBD94F34F2D6F232C69F3C1385A"),
    Vector(
      curve: .p256, scalar: "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721",
      x: "60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6",
      y: "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"),
    Vector(
      curve: .p384,
      scalar: "6B9D3DAD2E1B8C1C05B19875B6659F4DE23C3B667BF297BA9AA47740787137D896D5724E4C70A825F872C9EA60D2EDF5",
      x: "EC3A4E415B4E19A4568618029F427FA5DA9A8BC4AE92E02E06AAE5286B300C64DEF8F0EA9055866064A254515480BC13",
      y: "8015D9B72D7D57244EA8EF9AC0C621896708A59367F9DFB9F54CA84B3F1C9DB1288B231C3AE0D4FE7344FD2533264720"),
    Vector(
      curve: .p521,
      scalar: """
        00FAD06DAA62BA3B25D2FB40133DA757205DE67F5BB0018FEE8C86E1B68C7E75CAA8
        96EB32F1F47C70855836A6D16FCC1466F6D8FBEC67DB89EC0C08B0E996B83538
        """,
      x: """
        01894550D0785932E00EAA23B694F213F8C3121F86DC97A04E5A7167DB4E5BCD3711
        23D46E45DB6B5D5370A7F20FB633155D38FFA16D2BD761DCAC474B9A2F5023A4
        """,
      y: """
        00493101C962CD4D2FDDF782285E64584139C2F91B47F87FF82354D6630F746A28A0
        DB25741B5B34A828008B22ACC23F924FAAFBD4D33F81EA66956DFEAA2BFDFCF5
        """),
  ]

  @Test(arguments: vectors) func `The point is that of the scalar`(vector: Vector) throws {
    let key = try ECPrivateKey(vector.curve, scalar: hex(vector.scalar).span)
    #expect(key.publicKey.x963 == vector.point)
    #expect(try key.scalar().revealed == hex(vector.scalar))
    #expect(try key.x963().revealed == vector.point + hex(vector.scalar))
    let again = try ECPrivateKey(vector.curve, x963: (vector.point + hex(vector.scalar)).span)
    #expect(again.publicKey == key.publicKey)
  }

  @Test(arguments: vectors) func `Points are compressed and back`(vector: Vector) throws {
    let key = try ECPublicKey(vector.curve, x963: vector.point.span)
    let odd = (vector.point.last ?? 0) & 1
    #expect(key.compressed == [2 + odd] + hex(vector.x))
    let again = try ECPublicKey(vector.curve, x963: key.compressed.span)
    #expect(again == key && again.x963 == vector.point)
  }

  /// RFC 6979, A.2.5 to A.2.7: the signatures of "sample".
  static let signatures: [(Curve, DigestAlgorithm, String)] = [
    (
      .p256, .sha256,
      """
      EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716
      F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8
      """
    ),
    (
      .p384, .sha384,
      """
      94EDBB92A5ECB8AAD4736E56C691916B3F88140666CE9FA73D64C4EA95AD133C81A648152E44ACF96E36DD1E80FABE46
      99EF4AEB15F178CEA1FE40DB2603138F130E740A19624526203B6351D0A3A94FA329C145786E679E7B82C71A38628AC8
      """
    ),
    (
      .p521, .sha512,
      """
      00C328FAFCBD79DD77850370C46325D987CB525569FB63C5D3BC53950E6D4C5F174E25A1EE9017B5D450606ADD152B534931D7D4E8455CC91F9B15BF05EC36E377FA
      00617CCE7CF5064806C467F678D3B4080D6F1CC50AF26CA209417308281B68AF282623EAA63E5B5C0723D8B8C37FF0777B1A20F8CCB1DCCC43997F1EE0E44DA4A67A
      """
    ),
  ]

  @Test(arguments: signatures) func `Verifies published signatures`(
    curve: Curve, digest: DigestAlgorithm, signature: String
  ) throws {
    let vector = try #require(Self.vectors.first { $0.curve == curve })
    let key = try ECPublicKey(curve, x963: vector.point.span)
    let der = try ECDSASignature.der(fromRaw: hex(signature).span, curve)
    #expect(key.accepts(der, digest.hash(Array("sample".utf8).span)))
    #expect(!key.accepts(der, digest.hash(Array("simple".utf8).span)))
    #expect(try ECDSASignature.raw(fromDER: der.span, curve) == hex(signature))
  }

  @Test(arguments: Curve.allCases) func `Signs what it verifies`(curve: Curve) throws {
    let key = try ECPrivateKey(curve)
    let other = try ECPrivateKey(curve)
    for size in [1, 20, 32, 64, 100] {
      let digest = SystemRandom.bytes(size)
      let signature = try key.signature(ofDigest: digest.span)
      #expect(key.publicKey.accepts(signature, digest))
      #expect(!other.publicKey.accepts(signature, digest))
      let raw = try ECDSASignature.raw(fromDER: signature.span, curve)
      #expect(try ECDSASignature.der(fromRaw: raw.span, curve) == signature)
    }
  }

  @Test(arguments: Curve.allCases) func `A scalar signs as the key of it does, and what is none does not`(curve: Curve)
    throws
  {
    let key = try ECPrivateKey(curve)
    let scalar = try key.scalar().revealed
    for size in [1, 20, 32, 64, 100] {
      let digest = SystemRandom.bytes(size)
      #expect(key.publicKey.accepts(try curve.signature(ofDigest: digest.span, by: scalar.span), digest))
    }
    let zero = [UInt8](repeating: 0, count: curve.fieldSize)
    for bad in [[], zero, zero.map { ~$0 }, scalar + [1], Array(scalar.dropLast())] {
      #expect(throws: CryptoError.invalidPrivateKey) { _ = try curve.signature(ofDigest: [1].span, by: bad.span) }
    }
  }

  /// NIST CAVP, KAS ECC CDH primitive, P-256, count 0.
  @Test func `Agrees as published`() throws {
    let key = try ECPrivateKey(
      .p256, scalar: hex("7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534").span)
    let other = try ECPublicKey(
      .p256,
      x963: hex(
        """
        04 700c48f77f56584c5cc632ca65640db91b6bacce3a4df6b42ce7cc838833d287
        db71e509e3fd9b060ddb20ba5c51dcc5948d46fbf640dfe0441782cab85fa4ac
        """
      ).span)
    #expect(
      try key.agree(with: other).revealed == hex("46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b"))
  }

  @Test(arguments: Curve.allCases) func `Both sides agree`(curve: Curve) throws {
    let one = try ECPrivateKey(curve)
    let other = try ECPrivateKey(curve)
    let secret = try one.agree(with: other.publicKey)
    #expect(try secret.revealed == other.agree(with: one.publicKey).revealed)
    #expect(secret.count == curve.fieldSize)
  }

  @Test func `Curves do not mix`() throws {
    let one = try ECPrivateKey(.p256)
    let other = try ECPrivateKey(.p384)
    #expect(throws: CryptoError.invalidPublicKey) { _ = try one.agree(with: other.publicKey) }
  }

  @Test(arguments: Curve.allCases) func `Refuses points that are none`(curve: Curve) throws {
    let point = try ECPrivateKey(curve).publicKey.x963
    var moved = point
    moved[point.count - 1] ^= 1
    for bad: [UInt8] in [
      [], [0], [4], point.dropLast(), point + [0], moved, [6] + point.dropFirst(), [7] + point.dropFirst(),
    ] {
      #expect(throws: CryptoError.invalidPublicKey) { _ = try ECPublicKey(curve, x963: bad.span) }
    }
  }

  /// The point whose X coordinate is 5: in as many bytes there is room for 5 and the field's prime, too.
  @Test func `A coordinate is below the field's prime, so that a point is written in one way`() throws {
    let y = hex("459243b9aa581806fe913bce99817ade11ca503c64d9a3c533415c083248fbcc")
    let x = [UInt8](repeating: 0, count: 31) + [5]
    #expect(try ECPublicKey(.p256, x963: ([4] + x + y).span).x963 == [4] + x + y)
    let beyond = hex("ffffffff00000001000000000000000000000001000000000000000000000004")
    #expect(throws: CryptoError.invalidPublicKey) { _ = try ECPublicKey(.p256, x963: ([4] + beyond + y).span) }
  }

  @Test(arguments: Curve.allCases) func `A signature with more or less than its two numbers is none`(curve: Curve)
    throws
  {
    let (key, digest) = (try ECPrivateKey(curve), SystemRandom.bytes(32))
    let signature = try key.signature(ofDigest: digest.span)
    for bad in [[], signature + [0], signature.dropLast(), signature + [UInt8](repeating: 0, count: 300)] {
      #expect(!key.publicKey.accepts(bad, digest))
    }
    #expect(key.publicKey.accepts(signature, digest))
  }

  @Test(arguments: vectors) func `Refuses scalars outside the order`(vector: Vector) {
    let size = vector.curve.fieldSize
    let zeros = [UInt8](repeating: 0, count: size)
    for bad: [UInt8] in [[], [1], zeros, zeros.map(~), hex(vector.scalar) + [0]] {
      #expect(throws: CryptoError.invalidPrivateKey) { _ = try ECPrivateKey(vector.curve, scalar: bad.span) }
    }
  }

  @Test func `Refuses a point of another scalar`() throws {
    let one = try ECPrivateKey(.p256)
    let other = try ECPrivateKey(.p256)
    let mixed = try one.publicKey.x963 + other.scalar().revealed
    #expect(throws: CryptoError.invalidPrivateKey) { _ = try ECPrivateKey(.p256, x963: mixed.span) }
  }

  @Test(arguments: ["", "30", "3006020101020101 00", "300602010102", "3080020101020101 0000", "0000"])
  func `Refuses signatures that are no DER`(text: String) {
    #expect(throws: CryptoError.invalidLength) { _ = try ECDSASignature.raw(fromDER: hex(text).span, .p256) }
  }

  @Test func `Refuses signatures of another width`() {
    #expect(throws: CryptoError.invalidLength) { _ = try ECDSASignature.der(fromRaw: [1].span, .p256) }
    let long: [UInt8] = [0x30, 0x26, 0x02, 0x21, 0x01] + [UInt8](repeating: 0, count: 32) + [0x02, 0x01, 0x01]
    #expect(throws: CryptoError.invalidLength) { _ = try ECDSASignature.raw(fromDER: long.span, .p256) }
  }
}

extension ECPublicKey {
  fileprivate func accepts(_ signature: [UInt8], _ digest: [UInt8]) -> Bool {
    isValid(signature.span, ofDigest: digest.span)
  }
}
