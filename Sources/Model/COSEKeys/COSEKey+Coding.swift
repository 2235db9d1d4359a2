// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
package import CBORCoding
import CryptoPrimitives
import KeyFormats

extension COSEKey {
  package static let limits = CBORLimits(bytes: 4096, depth: 1, items: 64)

  /// Decodes a map with nothing after it.
  package init(_ bytes: [UInt8]) throws(COSEKeyError) {
    let value: CBORValue
    do { value = try CBORReader.read(bytes, Self.limits) } catch { throw .encoding(error) }
    guard let map = value.members else { throw .parameter(Label.kind) }
    try self.init(map)
  }

  /// Refuses parameters beside those of the key: a credential's key has no others.
  package init(_ map: CBORMap) throws(COSEKeyError) {
    guard let number = map[Label.algorithm]?.integer else { throw .parameter(Label.algorithm) }
    guard let algorithm = COSEAlgorithm(rawValue: number) else {
      throw .unsupportedAlgorithm(number, name: COSEAlgorithm.name(of: number))
    }
    guard let kind = map[Label.kind]?.integer else { throw .parameter(Label.kind) }
    guard kind == algorithm.kind else { throw .wrongKind }
    let wanted = [Label.kind, Label.algorithm] + algorithm.labels
    for entry in map.entries where !wanted.contains(entry.key.integer ?? .max) {
      throw .unexpectedParameter(entry.key.integer ?? 0)
    }
    let material: PublicKeyMaterial
    switch kind {
    case Kind.ec: material = .ec(try Self.point(map, algorithm))
    case Kind.octets: material = .raw(try Self.octets(map, algorithm))
    default: material = .rsa(try Self.numbers(map))
    }
    try self.init(algorithm, material)
  }

  /// The map in its one encoding.
  package var encoded: [UInt8] { CBORValue.map(map).encoded }

  private var map: CBORMap {
    let (kind, algorithm) = (CBORValue(algorithm.kind), CBORValue(algorithm.rawValue))
    let labels = self.algorithm.labels.map { CBORValue($0) }
    switch material {
    case .ec(let key):
      let size = key.curve.fieldSize
      return [
        CBORValue(Label.kind): kind, CBORValue(Label.algorithm): algorithm,
        labels[0]: CBORValue(self.algorithm.curveNumber), labels[1]: .bytes(Array(key.x963[1...size])),
        labels[2]: .bytes(Array(key.x963.suffix(size))),
      ]
    case .raw(let key):
      return [
        CBORValue(Label.kind): kind, CBORValue(Label.algorithm): algorithm,
        labels[0]: CBORValue(self.algorithm.curveNumber), labels[1]: .bytes(key.bytes),
      ]
    case .rsa(let key):
      return [
        CBORValue(Label.kind): kind, CBORValue(Label.algorithm): algorithm, labels[0]: .bytes(key.modulus),
        labels[1]: .bytes(key.exponent),
      ]
    }
  }

  // MARK: - Kinds

  /// The point of both coordinates in full width: the compressed form is not allowed (WebAuthn Level 3, 5.8.5).
  private static func point(_ map: CBORMap, _ algorithm: COSEAlgorithm) throws(COSEKeyError) -> ECPublicKey {
    guard let curve = algorithm.curve, map[-1]?.integer == algorithm.curveNumber else { throw .wrongKind }
    let coordinates = try (bytes(-2, map), bytes(-3, map))
    guard coordinates.0.count == curve.fieldSize else { throw .parameter(-2) }
    guard coordinates.1.count == curve.fieldSize else { throw .parameter(-3) }
    let point = [4] + coordinates.0 + coordinates.1
    do { return try ECPublicKey(curve, x963: point.span) } catch { throw .invalidKey }
  }

  private static func octets(_ map: CBORMap, _ algorithm: COSEAlgorithm) throws(COSEKeyError) -> RawPublicKey {
    guard map[-1]?.integer == algorithm.curveNumber else { throw .wrongKind }
    let octets = try bytes(-2, map)
    do { return try RawPublicKey(algorithm == .ed448 ? .ed448 : .ed25519, octets.span) } catch { throw .invalidKey }
  }

  /// Numbers without zeros in front (RFC 8230, 4).
  private static func numbers(_ map: CBORMap) throws(COSEKeyError) -> RSAPublicKey {
    let (modulus, exponent) = try (bytes(-1, map), bytes(-2, map))
    guard let first = modulus.first, first != 0 else { throw .parameter(-1) }
    guard let first = exponent.first, first != 0 else { throw .parameter(-2) }
    do { return try RSAPublicKey(modulus: modulus.span, exponent: exponent.span) } catch { throw .invalidKey }
  }

  private static func bytes(_ label: Int, _ map: CBORMap) throws(COSEKeyError) -> [UInt8] {
    guard let bytes = map[label]?.byteString else { throw .parameter(label) }
    return bytes
  }
}

/// The labels of RFC 9052, 7.1.
private enum Label {
  static let kind = 1
  static let algorithm = 3
}

/// The numbers of IANA's registry "COSE Key Types".
private enum Kind {
  static let octets = 1
  static let ec = 2
  static let rsa = 3
}

extension COSEAlgorithm {
  fileprivate var kind: Int {
    switch self {
    case .es256, .es384, .es512: Kind.ec
    case .edDSA, .ed448: Kind.octets
    case .ps256, .ps384, .ps512, .rs256: Kind.rsa
    }
  }

  /// The parameters of this kind of key.
  fileprivate var labels: [Int] {
    switch kind {
    case Kind.ec: [-1, -2, -3]
    default: [-1, -2]
    }
  }

  /// The curve's number in IANA's registry "COSE Elliptic Curves"; 0 where there is none.
  fileprivate var curveNumber: Int {
    switch self {
    case .es256: 1
    case .es384: 2
    case .es512: 3
    case .edDSA: 6
    case .ed448: 7
    case .ps256, .ps384, .ps512, .rs256: 0
    }
  }
}
