// SPDX-License-Identifier: Apache-2.0
package import COSEKeys
import CryptoPrimitives
import DERCoding
import KeyFormats
import WebAuthn
package import X509Certificates

/// The statement of an authority about an app's key: the certificate and the authenticator data of an attestation,
/// before anybody signs.
package struct AppKeyStatement: Sendable {
  package var appID: String
  package var environment: AppEnvironment
  package var key: COSEKey
  package var clientDataHash: [UInt8]
  package var launch: LaunchData?
  package var systemVersion: String
  package var platform: String
  /// Extensions of an authority's own.
  package var additions: [IssuedCertificate.Addition] = []

  /// How long a certificate of a key is good: three days, from one day before.
  package static let lifetime = (before: 86_400, after: 2 * 86_400)

  package init(
    appID: String, _ environment: AppEnvironment, _ key: COSEKey, clientDataHash: [UInt8], _ launch: LaunchData?,
    systemVersion: String, platform: String
  ) {
    self.appID = appID
    self.environment = environment
    self.key = key
    self.clientDataHash = clientDataHash
    self.launch = launch
    self.systemVersion = systemVersion
    self.platform = platform
  }

  package var authenticatorData: AppAuthenticatorData {
    AppAuthenticatorData(appID: appID, environment, key, launch)
  }

  package var keyID: [UInt8] { SHA256.hash(key.material.encoded.span) }

  /// The certificate to sign; nil for times that no certificate can have.
  package func certificate(serialNumber: [UInt8], issuer: String, at time: Int) -> IssuedCertificate? {
    guard let from = DERTime(secondsSince1970: time - Self.lifetime.before),
      let until = DERTime(secondsSince1970: time + Self.lifetime.after)
    else { return nil }
    let nonce = SHA256.hash((authenticatorData.encoded + clientDataHash).span)
    var certificate = IssuedCertificate(
      serialNumber: serialNumber, subject: keyID.hexadecimal, unit: "AAA Certification", issuer: issuer, from: from,
      until: until, publicKey: key.material.encoded, use: .attestedKey(AttestedLeaf.use))
    certificate.additions =
      [
        .init(AttestedLeaf.appExtension, TaggedValues.encoded([(AttestedLeaf.appIDNumber, appID)])),
        .init(
          AttestedLeaf.systemExtension,
          TaggedValues.encoded([
            (AttestedLeaf.systemVersionNumber, systemVersion), (AttestedLeaf.platformNumber, platform),
          ])), .init(AttestedLeaf.nonceExtension, Self.nonceValue(nonce)),
      ] + additions
    return certificate
  }

  /// A SEQUENCE of an octet string under tag 1.
  package static func nonceValue(_ nonce: [UInt8]) -> [UInt8] {
    var writer = DERWriter(capacity: 64)
    writer.append { sequence in sequence.append(.context(1)) { $0.append(octets: nonce.span) } }
    return writer.bytes()
  }
}

extension [UInt8] {
  /// The octets as two hexadecimal digits each.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
