// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CredentialExchange
import CryptoPrimitives
import Deflate
import Foundation
import KeyFormats
import PasskeyKeys
import SecretMemory
import Testing
import WireFormat

/// Files of the FIDO Alliance's Credential Exchange Format 1.0.
@Suite struct CredentialExchangeTests {
  private static let scalar = [UInt8](repeating: 0, count: 31) + [7]
  /// PKCS #8 of that scalar, with its point, as OpenSSL writes it.
  private static func pkcs8() throws -> [UInt8] {
    let key = try ECPrivateKey(.p256, scalar: scalar.span)
    return try PrivateKeyMaterial.ec(key).pkcs8().withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  private static let blob = Array("what the site keeps, what the site keeps".utf8)

  private static func passkey(_ changes: [String: Any?] = [:], _ extensions: [String: Any?] = [:]) throws -> [String:
    Any]
  {
    let deflated = try #require(Deflate.compress(blob))
    var fido2: [String: Any] = [
      "hmacCredentials": [
        "algorithm": "hmac-sha256", "credWithUV": Base64URL.encode([UInt8](repeating: 1, count: 32)),
        "credWithoutUV": Base64URL.encode([UInt8](repeating: 2, count: 32)),
      ],
      "largeBlob": ["uncompressedSize": blob.count, "data": Base64URL.encode(deflated)],
    ]
    for (name, value) in extensions { fido2[name] = value }
    var passkey: [String: Any] = [
      "type": "passkey", "credentialId": "AQID", "rpId": "example.org", "username": "ada",
      "userDisplayName": "Ada L\u{f6}", "userHandle": "BwgJ", "key": Base64URL.encode(try pkcs8()),
      "fido2Extensions": fido2,
    ]
    for (name, value) in changes { passkey[name] = value }
    return passkey
  }

  private static func document(_ credentials: [[String: Any]], version: Int = 1) throws -> [UInt8] {
    let item: [String: Any] = [
      "id": "AA", "title": "My \"site\"", "creationAt": 1_700_000_000, "credentials": credentials,
    ]
    let account: [String: Any] = ["id": "AA", "username": "", "email": "", "collections": [Any](), "items": [item]]
    let head: [String: Any] = [
      "version": ["major": version, "minor": 3], "exporterRpId": "x.example", "exporterDisplayName": "X",
      "timestamp": 1, "accounts": [account],
    ]
    return [UInt8](try JSONSerialization.data(withJSONObject: head))
  }

  private func read(_ text: [UInt8]) throws(ExchangeError) -> ExchangeDocument {
    try ExchangeDocument(text.span) { Deflate.decompress($0, to: $1) }
  }

  private func revealed(_ parts: borrowing SecretBytes) -> [UInt8] {
    parts.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  @Test func `A passkey is read with its key, both seeds and what its site keeps`() throws {
    let document = try read(Self.document([Self.passkey(), ["type": "totp", "secret": "A"]]))
    #expect(document.exporter == "X" && document.others == 1 && document.leftOut.isEmpty)
    let passkey = try #require(document.passkeys.first)
    #expect(
      passkey.credential == [1, 2, 3] && passkey.relyingParty == "example.org" && passkey.userHandle == [7, 8, 9])
    #expect(passkey.userName == "ada" && passkey.displayName == "Ada L\u{f6}" && passkey.title == "My \"site\"")
    #expect(passkey.created == 1_700_000_000 && passkey.largeBlob == Self.blob)
    #expect(
      revealed(passkey.parts)
        == Self.scalar + [UInt8](repeating: 1, count: 32) + [UInt8](repeating: 2, count: 32))
    #expect(try passkey.publicKey == ECPrivateKey(.p256, scalar: Self.scalar.span).publicKey.x963)
  }

  @Test func `What is written is read as what it was`() throws {
    let original = try #require(try read(Self.document([Self.passkey()])).passkeys.first)
    var writer = ExchangeWriter()
    var text = writer.head(at: 5)
    for _ in 0..<3 {
      let item = try writer.item(original, deflated: Deflate.compress(original.largeBlob))
      text += item.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }
    text += writer.tail
    let again = try read(text)
    #expect(again.passkeys.count == 3 && again.leftOut.isEmpty && again.exporter == "Bailey")
    for passkey in again.passkeys {
      #expect(revealed(passkey.parts) == revealed(original.parts) && passkey.largeBlob == original.largeBlob)
      #expect(passkey.credential == original.credential && passkey.title == original.title)
      #expect(passkey.displayName == original.displayName && passkey.created == original.created)
    }
    // The members that the format requires of each level, and the key to the byte.
    let root = try #require(JSONSerialization.jsonObject(with: Data(text)) as? [String: Any])
    #expect(Set(root.keys) == ["version", "exporterRpId", "exporterDisplayName", "timestamp", "accounts"])
    let account = try #require((root["accounts"] as? [[String: Any]])?.first)
    #expect(Set(account.keys) == ["id", "username", "email", "collections", "items"])
    let item = try #require((account["items"] as? [[String: Any]])?.first)
    #expect(Set(item.keys) == ["id", "creationAt", "title", "scope", "credentials"])
    let passkey = try #require((item["credentials"] as? [[String: Any]])?.first)
    #expect(passkey["key"] as? String == Base64URL.encode(try Self.pkcs8()))
  }

  @Test func `Without seeds it gets new ones, and without a blob none`() throws {
    let document = try read(
      Self.document([Self.passkey(["fido2Extensions": nil]), Self.passkey(["fido2Extensions": nil])]))
    let parts = document.passkeys.map { revealed($0.parts) }
    #expect(parts.count == 2 && parts[0].prefix(32) == parts[1].prefix(32) && parts[0] != parts[1])
    #expect(document.passkeys.allSatisfy { $0.largeBlob.isEmpty })
  }

  @Test func `What cannot be taken is left out with its reason, and the others are taken`() throws {
    let long = String(repeating: "A", count: 2000)
    let p384 = try PrivateKeyMaterial.ec(ECPrivateKey(.p384)).pkcs8().withBytes { b in b.indices.map { b[$0] } }
    let seeds = ["algorithm": "hmac-sha256", "credWithUV": "AQ", "credWithoutUV": "AQ"]
    let cases: [([String: Any], LeftOutPasskey.Reason)] = [
      (try Self.passkey(["credentialId": long]), .member("credentialId")),
      (try Self.passkey(["credentialId": ""]), .member("credentialId")),
      (try Self.passkey(["rpId": "Example.org"]), .member("rpId")),
      (try Self.passkey(["rpId": "a..b"]), .member("rpId")), (try Self.passkey(["rpId": 7]), .member("rpId")),
      (try Self.passkey(["userHandle": long]), .member("userHandle")),
      (try Self.passkey(["username": nil]), .member("username")),
      (try Self.passkey(["key": "AQ"]), .member("key")), (try Self.passkey(["key": "=="]), .member("key")),
      (try Self.passkey(["key": Base64URL.encode(p384)]), .algorithm),
      (try Self.passkey([:], ["hmacCredentials": seeds]), .member("hmacCredentials")),
      (try Self.passkey([:], ["largeBlob": ["uncompressedSize": 4097, "data": "AQ"]]), .largeBlob),
      (try Self.passkey([:], ["largeBlob": ["uncompressedSize": 3, "data": "AQ"]]), .member("largeBlob")),
    ]
    let document = try read(Self.document(cases.map(\.0) + [Self.passkey()]))
    #expect(document.leftOut.map(\.reason) == cases.map(\.1))
    #expect(document.passkeys.count == 1)
  }

  @Test func `A deflated value of another size than it says is none`() throws {
    let deflated = try #require(Deflate.compress(Self.blob))
    #expect(Deflate.decompress(deflated, to: Self.blob.count) == Self.blob)
    #expect(Deflate.decompress(deflated, to: Self.blob.count - 1) == nil)
    #expect(Deflate.decompress(deflated, to: Self.blob.count + 1) == nil)
    #expect(Deflate.decompress(Array(deflated.dropLast(4)), to: Self.blob.count) == nil)
  }

  @Test func `What is no exchange is refused as what it is`() throws {
    func error(_ text: String) -> ExchangeError? {
      do throws(ExchangeError) {
        _ = try read(Array(text.utf8))
        return nil
      } catch { return error }
    }
    #expect(error("") == .malformed(offset: 0))
    #expect(error("{") == .malformed(offset: 1))
    #expect(error("[]") == .notAnExchange)
    #expect(error(#"{"version":{"major":1},"accounts":[{}]}"#) == .notAnExchange)
    #expect(error(#"{"version":{"major":2},"accounts":[]}"#) == .version(2))
    #expect(error(#"{"version":{"major":1},"accounts":[]} x"#) == .malformed(offset: 38))
    #expect(error(#"{"a":1,"a":1}"#) != nil)
    #expect(error(#""\"#) != nil && error(#"{"\ud800":1}"#) != nil)
    #expect(error(String(repeating: "[", count: 100_000)) == .tooComplex)
    #expect(error("[" + String(repeating: "0,", count: 500_000) + "0]") == .tooComplex)
    #expect(error(String(repeating: " ", count: ExchangeDocument.largest + 1)) == .tooComplex)
  }

  @Test func `Cut or changed at any byte it is refused, or read as what stands there`() throws {
    let text = try Self.document([Self.passkey()])
    for index in text.indices {
      _ = try? read(Array(text[..<index]))
      var changed = text
      changed[index] ^= 0x11
      guard let document = try? read(changed) else { continue }
      for passkey in document.passkeys { #expect(passkey.parts.count == PasskeyParts.size) }
    }
  }
}
