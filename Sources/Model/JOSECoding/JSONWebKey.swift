// SPDX-License-Identifier: Apache-2.0
package import AsymmetricKeys
import Base64Coding
package import CryptoPrimitives
package import JSONCoding

/// A public key for signatures as JSON (RFC 7517): on P-256 for ES256, or RSA for RS256.
package struct JSONWebKey: Sendable, Equatable {
  package let id: String?
  package let material: Material

  package enum Material: Sendable, Equatable {
    case ec(ECPublicKey)
    case rsa(RSAPublicKey)
  }

  package static let smallestRSA = 2048
  private static let largestRSA = 8192

  /// A key on P-256. Others have no algorithm here.
  package init(id: String?, ec key: ECPublicKey) {
    precondition(key.curve == .p256, "ES256 is for P-256")
    (self.id, material) = (id, .ec(key))
  }

  package init(id: String?, rsa key: RSAPublicKey) { (self.id, material) = (id, .rsa(key)) }

  package var algorithm: JOSEAlgorithm {
    switch material {
    case .ec: .es256
    case .rsa: .rs256
    }
  }

  /// Whether these bytes were signed by this key's other half.
  package func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    let digest = SHA256.hash(bytes.span)
    switch material {
    case .ec(let key):
      guard let der = try? ECDSASignature.der(fromRaw: signature.span, .p256) else { return false }
      return key.isValid(der.span, ofDigest: digest.span)
    case .rsa(let key): return key.isValid(signature.span, of: digest.span, .pkcs1v15(.sha256))
    }
  }
}

// MARK: - JSON

extension JSONWebKey {
  /// Members that are not known are ignored, as RFC 7517, section 4, has it; a private key is refused, because whoever published
  /// it has no secret left.
  package init(_ value: JSONValue) throws(JOSEError) {
    guard case .object(let members) = value else { throw .keyMember("kty") }
    if members.value("d") != nil { throw .keyMember("d") }
    let id = members.text("kid")
    guard members.value("kid") == nil || id != nil else { throw .keyMember("kid") }
    switch members.text("kty") {
    case "EC": self.init(id: id, ec: try Self.point(members))
    case "RSA": self.init(id: id, rsa: try Self.rsa(members))
    case let other?: throw .keyTypeRefused(other)
    case nil: throw .keyMember("kty")
    }
    if let use = members.value("use"), use != .string("sig") { throw .keyMember("use") }
    if let name = members.value("alg"), name != .string(algorithm.rawValue) { throw .keyMember("alg") }
  }

  private static func point(_ members: [JSONValue.Member]) throws(JOSEError) -> ECPublicKey {
    guard members.text("crv") == "P-256" else { throw .keyMember("crv") }
    let (x, y) = (try bytes("x", members), try bytes("y", members))
    guard x.count == Curve.p256.fieldSize else { throw .keyMember("x") }
    guard y.count == Curve.p256.fieldSize else { throw .keyMember("y") }
    let point: [UInt8] = [4] + x + y
    do { return try ECPublicKey(.p256, x963: point.span) } catch { throw .keyMember("x") }
  }

  private static func rsa(_ members: [JSONValue.Member]) throws(JOSEError) -> RSAPublicKey {
    let (modulus, exponent) = (try bytes("n", members), try bytes("e", members))
    // Base64urlUInt has the fewest bytes that hold the number (RFC 7518, section 2).
    guard modulus.first != 0, modulus.count <= largestRSA / 8 else { throw .keyMember("n") }
    guard exponent.first != 0 else { throw .keyMember("e") }
    let key: RSAPublicKey
    do { key = try RSAPublicKey(modulus: modulus.span, exponent: exponent.span) } catch { throw .keyMember("n") }
    guard key.bits >= smallestRSA else { throw .keyTooSmall(bits: key.bits) }
    return key
  }

  private static func bytes(_ name: String, _ members: [JSONValue.Member]) throws(JOSEError) -> [UInt8] {
    guard let text = members.text(name), let bytes = Base64URL.decode(text.utf8), !bytes.isEmpty else {
      throw .keyMember(name)
    }
    return bytes
  }

  package var json: JSONValue {
    let own: [JSONValue.Member] =
      switch material {
      case .ec(let key):
        [
          .init("kty", .string("EC")), .init("crv", .string("P-256")),
          .init("x", .string(Base64URL.encode(key.x963[1...32]))),
          .init("y", .string(Base64URL.encode(key.x963[33...64]))),
        ]
      case .rsa(let key):
        [
          .init("kty", .string("RSA")), .init("n", .string(Base64URL.encode(key.modulus))),
          .init("e", .string(Base64URL.encode(key.exponent))),
        ]
      }
    let name = id.map { [JSONValue.Member("kid", .string($0))] } ?? []
    return .object(own + name + [.init("use", .string("sig")), .init("alg", .string(algorithm.rawValue))])
  }
}
