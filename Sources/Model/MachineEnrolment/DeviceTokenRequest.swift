// SPDX-License-Identifier: Apache-2.0
import AppAttest
import AppAttestKeys
package import CryptoPrimitives
package import JSONCoding
import KeyFormats
import WebAuthn

/// The request of an enrolled machine for a token by which an app's server asks about this machine, without learning which it is.
/// The machine's TPM vouches for its octets as for those of `AppKeyRequest`, with a key of this app that is for this request alone.
package struct DeviceTokenRequest: Sendable, Equatable {
  package let issuer: String
  package let challenge: [UInt8]
  package let machine: String
  package let appID: String
  package let publicKey: ECPublicKey

  package static let limits = JSONLimits(bytes: 2048, depth: 2, values: 16)
  /// The kind of the request, so that none for an attestation is one for a token.
  private static let kind = "deviceToken"
  private static let longestText = 256

  package init(issuer: String, challenge: [UInt8], machine: String, appID: String, publicKey: ECPublicKey) {
    (self.issuer, self.challenge, self.machine) = (issuer, challenge, machine)
    (self.appID, self.publicKey) = (appID, publicKey)
  }

  package init(_ bytes: [UInt8]) throws(IssuerRefusal) {
    let (point, kind): ([UInt8], String)
    do throws(FormError) {
      let form = try FormReader(bytes, Self.limits)
      kind = try form.string("kind")
      issuer = try form.string("issuer")
      challenge = try form.anyBase64("challenge")
      machine = try form.string("machine")
      appID = try form.string("appId")
      point = try form.anyBase64("publicKey")
    } catch { throw .malformed }
    guard kind == Self.kind, let publicKey = try? ECPublicKey(.p256, x963: point.span),
      AppKeyRequest.challengeLengths.contains(challenge.count), AppIdentifierForm.isAppID(appID),
      [issuer, machine].allSatisfy({ (1...Self.longestText).contains($0.utf8.count) })
    else { throw .malformed }
    self.publicKey = publicKey
  }

  package var json: JSONValue {
    .members([
      "kind": .string(Self.kind), "issuer": .string(issuer), "challenge": .string(challenge.base64),
      "machine": .string(machine), "appId": .string(appID), "publicKey": .string(publicKey.x963.base64),
    ])
  }

  /// The digest that the machine's TPM signs for the octets of this request.
  package func vouchedDigest(of octets: [UInt8]) -> [UInt8] {
    AppKeyVoucher.digest(publicKey: publicKey.x963, request: SHA256.hash(octets.span))
  }
}
