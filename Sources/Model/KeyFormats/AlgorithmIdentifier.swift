// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import DERCoding

/// The kind of key that an `AlgorithmIdentifier` names (RFC 3279, 2.3; RFC 5480, 2.1; RFC 8410, 3).
enum KeyAlgorithm: Equatable {
  case rsa
  case ec(Curve)
  case raw(RawCurve)

  private static let rsaEncryption = OID(1, 2, 840, 113549, 1, 1, 1)
  private static let ecPublicKey = OID(1, 2, 840, 10045, 2, 1)

  init(reading cursor: inout DERCursor, in span: Span<UInt8>) throws(KeyFormatError) {
    let found = try formatting { () throws(DERError) in
      try cursor.inside(in: span) { (inner) throws(DERError) in
        let algorithm = try inner.objectIdentifier(in: span)
        let curve = inner.nextTag(in: span) == .objectIdentifier ? try inner.objectIdentifier(in: span) : nil
        if inner.nextTag(in: span) == .null { try inner.null(in: span) }
        return (algorithm, curve)
      }
    }
    switch found {
    case (Self.rsaEncryption, nil): self = .rsa
    case (Self.ecPublicKey, let name?):
      guard let curve = Curve(name) else { throw .unsupported }
      self = .ec(curve)
    case (let name, nil):
      guard let curve = RawCurve(name) else { throw .unsupported }
      self = .raw(curve)
    default: throw .unsupported
    }
  }

  func write(to writer: inout DERWriter) {
    writer.append(.sequence) { inner in
      switch self {
      case .rsa:
        inner.append(Self.rsaEncryption)
        inner.appendNull()
      case .ec(let curve):
        inner.append(Self.ecPublicKey)
        inner.append(curve.identifier)
      case .raw(let curve): inner.append(curve.identifier)
      }
    }
  }
}

extension Curve {
  init?(_ identifier: OID) {
    guard let curve = Self.allCases.first(where: { $0.identifier == identifier }) else { return nil }
    self = curve
  }

  var identifier: OID {
    switch self {
    case .p192: OID(1, 2, 840, 10045, 3, 1, 1)
    case .p224: OID(1, 3, 132, 0, 33)
    case .p256: OID(1, 2, 840, 10045, 3, 1, 7)
    case .p384: OID(1, 3, 132, 0, 34)
    case .p521: OID(1, 3, 132, 0, 35)
    }
  }
}

extension RawCurve {
  init?(_ identifier: OID) {
    guard let curve = Self.allCases.first(where: { $0.identifier == identifier }) else { return nil }
    self = curve
  }

  var identifier: OID {
    switch self {
    case .x25519: OID(1, 3, 101, 110)
    case .x448: OID(1, 3, 101, 111)
    case .ed25519: OID(1, 3, 101, 112)
    case .ed448: OID(1, 3, 101, 113)
    }
  }

  package var bits: Int {
    switch self {
    case .ed25519, .x25519: 256
    case .ed448: 456
    case .x448: 448
    }
  }
}

extension PublicKeyMaterial {
  var algorithm: KeyAlgorithm {
    switch self {
    case .rsa: .rsa
    case .ec(let key): .ec(key.curve)
    case .raw(let key): .raw(key.curve)
    }
  }
}
