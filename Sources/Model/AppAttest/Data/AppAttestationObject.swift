// SPDX-License-Identifier: Apache-2.0
package import CBORCoding

/// The result of `attestKey`: a map of a format, a statement and authenticator data.
package struct AppAttestationObject: Sendable, Equatable {
  /// DER: the key's certificate first, then its issuer's.
  package let certificates: [[UInt8]]
  package let receipt: [UInt8]
  /// The authenticator data as it is signed.
  package let authenticatorData: [UInt8]

  package static let format = "apple-appattest"
  package static let limits = CBORLimits(bytes: 1 << 16, depth: 4, items: 64)

  package init(certificates: [[UInt8]], receipt: [UInt8], authenticatorData: [UInt8]) {
    self.certificates = certificates
    self.receipt = receipt
    self.authenticatorData = authenticatorData
  }

  /// The members are exactly those that Apple writes.
  package init(_ bytes: [UInt8]) throws(AppAttestRefusal) {
    let object = try ObjectMembers(bytes, Self.limits)
    guard let format = object.members["fmt"]?.textString else { throw AppAttestRefusal(.malformed, .member("fmt")) }
    guard format == Self.format else { throw AppAttestRefusal(.format, .found(format)) }
    try object.requireExactly(["fmt", "attStmt", "authData"])
    guard let map = object.members["attStmt"]?.members else { throw AppAttestRefusal(.malformed, .member("attStmt")) }
    let statement = ObjectMembers(map)
    try statement.requireExactly(["x5c", "receipt"])
    guard let elements = statement.members["x5c"]?.elements else { throw AppAttestRefusal(.malformed, .member("x5c")) }
    certificates = elements.compactMap(\.byteString)
    guard certificates.count == elements.count else { throw AppAttestRefusal(.malformed, .member("x5c")) }
    receipt = try statement.bytes("receipt")
    authenticatorData = try object.bytes("authData")
  }

  /// The encoding with its members in the order in which Apple writes them.
  package var encoded: [UInt8] {
    let statement = Self.map([
      ("x5c", CBORValue.array(certificates.map { .bytes($0) }).encoded), ("receipt", CBORValue.bytes(receipt).encoded),
    ])
    return Self.map([
      ("fmt", CBORValue.text(Self.format).encoded), ("attStmt", statement),
      ("authData", CBORValue.bytes(authenticatorData).encoded),
    ])
  }

  private static func map(_ members: [(String, [UInt8])]) -> [UInt8] {
    [0xA0 | UInt8(members.count)] + members.flatMap { CBORValue.text($0.0).encoded + $0.1 }
  }
}

/// The result of `generateAssertion`.
package struct AppAssertionObject: Sendable, Equatable {
  /// ECDSA, DER.
  package let signature: [UInt8]
  package let authenticatorData: [UInt8]

  package static let limits = CBORLimits(bytes: 1 << 14, depth: 2, items: 8)

  package init(signature: [UInt8], authenticatorData: [UInt8]) {
    self.signature = signature
    self.authenticatorData = authenticatorData
  }

  package init(_ bytes: [UInt8]) throws(AppAttestRefusal) {
    let object = try ObjectMembers(bytes, Self.limits)
    try object.requireExactly(["signature", "authenticatorData"])
    signature = try object.bytes("signature")
    authenticatorData = try object.bytes("authenticatorData")
  }

  package var encoded: [UInt8] {
    [0xA2] + CBORValue.text("signature").encoded + CBORValue.bytes(signature).encoded
      + CBORValue.text("authenticatorData").encoded + CBORValue.bytes(authenticatorData).encoded
  }
}

/// A map whose members have names.
private struct ObjectMembers {
  let members: CBORMap

  init(_ members: CBORMap) { self.members = members }

  init(_ bytes: [UInt8], _ limits: CBORLimits) throws(AppAttestRefusal) {
    let value: CBORValue
    do { value = try CBORReader.read(bytes, limits) } catch {
      throw AppAttestRefusal(error == .long ? .trailingData : .malformed, .encoding(error))
    }
    guard let members = value.members else { throw AppAttestRefusal(.malformed, .member("")) }
    self.members = members
  }

  func requireExactly(_ names: [String]) throws(AppAttestRefusal) {
    for entry in members.entries where !names.contains(where: { entry.key == .text($0) }) {
      throw AppAttestRefusal(.malformed, .member(entry.key.textString ?? ""))
    }
    for name in names where members[name] == nil { throw AppAttestRefusal(.malformed, .member(name)) }
  }

  func bytes(_ name: String) throws(AppAttestRefusal) -> [UInt8] {
    guard let bytes = members[name]?.byteString else { throw AppAttestRefusal(.malformed, .member(name)) }
    return bytes
  }
}
