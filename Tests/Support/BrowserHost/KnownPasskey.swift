// SPDX-License-Identifier: Apache-2.0
import CredentialExchange
import CryptoPrimitives
import Deflate
package import Foundation
import PasskeyKeys
import SecretMemory
import WireFormat

/// A passkey whose private part a test has made, so that it knows what to look for: as another program would export it.
package struct KnownPasskey: Sendable {
  package let site: String
  package let user: String
  package let scalar: Data
  package let verifiedSeed: Data
  package let presentSeed: Data
  package let publicKey: [UInt8]
  package static let blob = Data("what the site keeps".utf8)

  package init(_ user: String = "ada", at site: String = "example.org") throws {
    (self.site, self.user) = (site, user)
    let key = try ECPrivateKey(.p256)
    publicKey = key.publicKey.x963
    scalar = Self.data(try key.scalar())
    verifiedSeed = Self.data(SystemRandom.secret(32))
    presentSeed = Self.data(SystemRandom.secret(32))
  }

  /// The credential's identifier.
  private var credential: [UInt8] { Array("credential of \(user) at \(site)".utf8) }
  package var identifier: String {
    Data(credential).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }

  /// A file of the Credential Exchange Format.
  package static func write(_ passkeys: [KnownPasskey], to url: URL) throws {
    var writer = ExchangeWriter()
    var text = writer.head(at: 1)
    for passkey in passkeys {
      let item = try writer.item(passkey.exchanged, deflated: Deflate.compress([UInt8](blob)))
      text += item.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }
    text += writer.tail
    try Data(text).write(to: url)
  }

  private var exchanged: ExchangedPasskey {
    let parts = [UInt8](scalar + verifiedSeed + presentSeed)
    return ExchangedPasskey(
      credential: credential, relyingParty: site, userHandle: Array(user.utf8), userName: user, displayName: user,
      title: site, created: 1_700_000_000, publicKey: publicKey, parts: SecretBytes(copying: parts.span),
      largeBlob: [UInt8](Self.blob))
  }

  /// Whether a sign-in is this passkey's, at its site, by a person who was verified, and with what its function gives.
  package func signed(_ signIn: BrowserHost.SignIn) throws -> Bool {
    let signed = [UInt8](signIn.authenticatorData) + SHA256.hash([UInt8](signIn.clientData).span)
    let (digest, signature) = (SHA256.hash(signed.span), [UInt8](signIn.signature))
    let isValid = try ECPublicKey(.p256, x963: publicKey.span).isValid(signature.span, ofDigest: digest.span)
    // UP, UV and BE; neither BS nor a counter.
    let head = SHA256.hash(Array(site.utf8).span) + [0x0D, 0, 0, 0, 0]
    let results = signIn.extensionResults
    let first = ((results["prf"] as? [String: Any])?["results"] as? [String: Any])?["first"] as? String
    let kept = (results["largeBlob"] as? [String: Any])?["blob"] as? String
    return isValid && [UInt8](signIn.authenticatorData) == head && first == output && kept == Self.text(Self.blob)
  }

  /// Of the one input that the host asks for: the SHA-256 of what browsers put before it, and it (WebAuthn Level 3, 10.1.4).
  private var output: String {
    let salt = SHA256.hash((Array("WebAuthn PRF".utf8) + [0, 1]).span)
    let output = HMACSHA256.secret(
      of: SecretBytes(copying: salt.span), key: SecretBytes(copying: [UInt8](verifiedSeed).span))
    return Self.text(Self.data(output))
  }

  private static func text(_ data: Data) -> String {
    data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  private static func data(_ bytes: borrowing SecretBytes) -> Data {
    bytes.withBytes { bytes in Data(bytes.indices.map { bytes[$0] }) }
  }
}
