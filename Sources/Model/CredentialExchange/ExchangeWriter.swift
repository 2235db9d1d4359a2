// SPDX-License-Identifier: Apache-2.0
import Base64Coding
package import CryptoPrimitives
import JSONCoding
import KeyFormats
import PasskeyItems
import PasskeyKeys
import SecretMemory
package import WireFormat

/// Writes a file of the FIDO Alliance's Credential Exchange Format 1.0, piece by piece: what has private parts is in secret
/// memory until it is on the disk.
package struct ExchangeWriter {
  /// Bailey has no domain of its own, and this one is nobody's.
  private static let exporterID = "bailey.invalid"
  private static let exporter = "Bailey"
  /// The maximum size of an item, which is more than any has.
  private static let largestItem = 64 << 10

  private var count = 0

  package init() {}

  /// The beginning of the document. The time is in seconds since 1970.
  package func head(at time: UInt64) -> [UInt8] {
    let head = JSONValue.object([
      .init("version", .members(["major": .number(ExchangeDocument.version), "minor": .number(0)])),
      .init("exporterRpId", .string(Self.exporterID)), .init("exporterDisplayName", .string(Self.exporter)),
      .init("timestamp", .number(Int(clamping: time))),
    ])
    let account = JSONValue.object([
      .init("id", .string(Base64URL.encode(SystemRandom.bytes(16)))), .init("username", .string("")),
      .init("email", .string("")), .init("collections", .array([])),
    ])
    // The items stand inside the account, and the account inside the head.
    return Array((head.text.dropLast() + ",\"accounts\":[" + account.text.dropLast() + ",\"items\":[").utf8)
  }

  /// The next item, with one passkey. `deflated` is what is kept for the site, compressed (RFC 1951); nil for nothing.
  package mutating func item(_ passkey: ExchangedPasskey, deflated: [UInt8]?) throws(CryptoError) -> WireBuffer {
    let created = passkey.created.map { [JSONValue.Member("creationAt", .number(Int(clamping: $0)))] } ?? []
    let credentialID = passkey.credential
    let digest = SHA256.hash(credentialID.span)
    let id = Base64URL.encode(Array(digest.prefix(16)))
    let item = JSONValue.object(
      [.init("id", .string(id))] + created + [
        .init("title", .string(passkey.title)),
        .init(
          "scope", .members(["urls": .array([.string("https://" + passkey.relyingParty)]), "androidApps": .array([])])),
      ])
    let credential = JSONValue.object([
      .init("type", .string("passkey")), .init("credentialId", .string(Base64URL.encode(passkey.credential))),
      .init("rpId", .string(passkey.relyingParty)), .init("username", .string(passkey.userName)),
      .init("userDisplayName", .string(passkey.displayName)),
      .init("userHandle", .string(Base64URL.encode(passkey.userHandle))),
    ])
    var blob = ""
    if let deflated {
      let value = JSONValue.members([
        "uncompressedSize": .number(passkey.largeBlob.count), "data": .string(Base64URL.encode(deflated)),
      ])
      blob = ",\"largeBlob\":" + value.text
    }
    let parts = PrivateTexts(passkey)
    var buffer = WireBuffer(capacity: Self.largestItem)
    do throws(WireError) {
      try buffer.append(json: (count == 0 ? "" : ",") + item.text.dropLast() + ",\"credentials\":[")
      try buffer.append(json: credential.text.dropLast() + ",\"key\":\"")
      try buffer.append(secret: JSONText.base64URL(try parts.key()))
      try buffer.append(
        json: "\",\"fido2Extensions\":{\"hmacCredentials\":{\"algorithm\":\"hmac-sha256\",\"credWithUV\":\"")
      try buffer.append(secret: parts.text(PasskeyParts.verifiedSeed))
      try buffer.append(json: "\",\"credWithoutUV\":\"")
      try buffer.append(secret: parts.text(PasskeyParts.presentSeed))
      try buffer.append(json: "\"}" + blob + "}}]}")
    } catch {
      throw .invalidLength
    }
    count += 1
    return buffer
  }

  /// The end of the document.
  package var tail: [UInt8] { Array("]}]}\n".utf8) }
}

/// The private parts of a passkey as the format writes them.
private struct PrivateTexts {
  private let passkey: ExchangedPasskey

  init(_ passkey: ExchangedPasskey) { self.passkey = passkey }

  /// PKCS #8 in DER (RFC 5958).
  func key() throws(WireError) -> SecretBytes {
    do throws(CryptoError) {
      let key = try passkey.parts.withBytes { (parts) throws(CryptoError) in
        try ECPrivateKey(.p256, scalar: parts.extracting(PasskeyParts.scalar))
      }
      return try PrivateKeyMaterial.ec(key).pkcs8()
    } catch {
      throw .badValue
    }
  }

  func text(_ range: Range<Int>) -> SecretBytes {
    JSONText.base64URL(passkey.parts.withBytes { SecretBytes(copying: $0.extracting(range)) })
  }
}

extension WireBuffer {
  fileprivate mutating func append(json text: some StringProtocol) throws(WireError) {
    try append(bytes: Array(text.utf8).span)
  }
}
