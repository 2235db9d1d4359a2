// SPDX-License-Identifier: Apache-2.0
import Base64Coding
package import CryptoPrimitives
package import JSONCoding

/// A signed token in its compact form (RFC 7515, section 7.1) whose payload is a JSON object. Its parts are read; whether the
/// signature is right is for `verify` to say.
package struct CompactJWS: Sendable, Equatable {
  package let header: [JSONValue.Member]
  package let claims: [JSONValue.Member]
  package let signature: [UInt8]
  /// The signed bytes: header and payload as they stand in the token, with the full stop between them.
  package let signedBytes: [UInt8]

  /// A token is at most so many bytes.
  package static let largest = 16 << 10
  private static let limits = JSONLimits(bytes: largest, depth: 8, values: 512)

  /// Reads a token of three parts in strict base64url, of which two are JSON objects without members of one name.
  package init(_ text: some Collection<UInt8>) throws(JOSEError) {
    guard text.count <= Self.largest else { throw .tooLarge }
    let text = Array(text)
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .notThreeParts(parts.count) }
    header = try Self.object(parts[0], .header)
    claims = try Self.object(parts[1], .payload)
    guard let signature = Base64URL.decode(parts[2]) else { throw .notBase64URL(.signature) }
    self.signature = signature
    signedBytes = Array(text[..<parts[1].endIndex])
  }

  private static func object(_ part: ArraySlice<UInt8>, _ name: JWSPart) throws(JOSEError) -> [JSONValue.Member] {
    guard let bytes = Base64URL.decode(part) else { throw .notBase64URL(name) }
    let value: JSONValue
    do { value = try JSONReader.read(bytes, limits) } catch { throw .notJSON(name, error) }
    guard case .object(let members) = value else { throw .notObject(name) }
    return members
  }

  /// The algorithm that the header names. Nil where it says nothing, or no text.
  package var algorithmName: String? { header.text("alg") }
  package var keyID: String? { header.text("kid") }

  // MARK: - Verification

  /// Members by which a token would choose its own key (RFC 7515, section 4.1), or demand what nobody here understands.
  package static let refusedMembers = ["jku", "jwk", "x5u", "x5c", "crit", "b64"]

  /// Throws where the signature is not that of the key, or the header asks for anything but its algorithm.
  package func verify(with key: JSONWebKey) throws(JOSEError) {
    for member in Self.refusedMembers where header.value(member) != nil { throw .headerRefused(member: member) }
    guard let name = algorithmName else { throw .algorithmMissing }
    let algorithm = try JOSEAlgorithm(named: name)
    guard key.algorithm == algorithm else { throw .otherAlgorithm(key.algorithm) }
    guard key.isValid(signature, of: signedBytes) else { throw .signatureWrong }
  }
}

// MARK: - Signing

extension CompactJWS {
  /// A token with these claims, whose header names the algorithm and the key.
  package static func sign(_ claims: [JSONValue.Member], with key: JWSSigningKey) throws(CryptoError) -> String {
    let header = JSONValue.members(["alg": .string(key.algorithm.rawValue), "kid": .string(key.id)])
    let head = Base64URL.encode(Array(header.text.utf8))
    let body = Base64URL.encode(Array(JSONValue.object(claims).text.utf8))
    let signature = try key.signature(of: Array("\(head).\(body)".utf8))
    return "\(head).\(body).\(Base64URL.encode(signature))"
  }
}

// MARK: - Members

extension [JSONValue.Member] {
  package func value(_ name: String) -> JSONValue? { first { $0.name == name }?.value }

  package func text(_ name: String) -> String? {
    guard case .string(let text) = value(name) else { return nil }
    return text
  }

  package func number(_ name: String) -> Int? {
    guard case .number(let number) = value(name) else { return nil }
    return number
  }
}
