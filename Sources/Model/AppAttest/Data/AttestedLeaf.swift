// SPDX-License-Identifier: Apache-2.0
package import DERCoding
package import KeyFormats
package import X509Certificates

/// The certificate of an attested key, with what Apple's extensions say.
package struct AttestedLeaf: Sendable, Equatable {
  package let certificate: Certificate
  package let key: PublicKeyMaterial?
  /// The nonces of the extensions with this identifier; nil for one in another form.
  package let nonces: [[UInt8]?]
  /// The App ID, if the certificate states one.
  package let appID: LaunchData.Stated<String>
  /// The octets of the key's access control list, if the certificate has one.
  package let accessControl: LaunchData.Stated<[UInt8]>
  /// The basis of the key, if the certificate states it.
  package let basis: LaunchData.Stated<KeyBasis>
  package let systemVersion: String?
  package let platform: String?

  package static let nonceExtension = OID(1, 2, 840, 113635, 100, 8, 2)
  package static let appExtension = OID(1, 2, 840, 113635, 100, 8, 5)
  package static let accessControlExtension = OID(1, 2, 840, 113635, 100, 8, 6)
  package static let systemExtension = OID(1, 2, 840, 113635, 100, 8, 7)
  /// The extended use of certificates for keys of apps.
  package static let use = OID(1, 2, 840, 113635, 100, 4, 24)
  package static let appIDNumber = 1204
  package static let systemVersionNumber = 1400
  package static let platformNumber = 1026

  /// Reads an attested certificate; nil where it is none, or more than one.
  package init?(_ encoded: [UInt8]) {
    guard let certificate = try? Certificate(encoded.span), certificate.encoded.count == encoded.count else {
      return nil
    }
    self.certificate = certificate
    key = certificate.publicKey
    nonces = certificate.values(of: Self.nonceExtension).map { Self.wrapped($0, .context(1)) }
    appID = Self.appID(certificate.value(of: Self.appExtension))
    if let value = certificate.value(of: Self.accessControlExtension) {
      accessControl = Self.wrapped(value, .context(3)).map { .stated($0) } ?? .unreadable
    } else {
      accessControl = .unstated
    }
    if let value = certificate.value(of: KeyBasis.identifier) {
      basis = KeyBasis(value).map { .stated($0) } ?? .unreadable
    } else {
      basis = .unstated
    }
    let system = certificate.value(of: Self.systemExtension).flatMap { TaggedValues($0) }
    systemVersion = system?.text(Self.systemVersionNumber)
    platform = system?.text(Self.platformNumber)
  }

  private static func appID(_ value: [UInt8]?) -> LaunchData.Stated<String> {
    guard let value else { return .unstated }
    guard let tagged = TaggedValues(value) else { return .unreadable }
    guard tagged.values[appIDNumber] != nil else { return .unstated }
    return tagged.text(appIDNumber).map { .stated($0) } ?? .unreadable
  }

  /// The octet string under a tag, in a SEQUENCE.
  private static func wrapped(_ value: [UInt8], _ tag: DERTag) -> [UInt8]? {
    let span = value.span
    var cursor = DERCursor(span)
    guard
      let range = try? cursor.inside(
        in: span,
        { (sequence) throws(DERError) in
          try sequence.inside(tag, in: span) { (tagged) throws(DERError) in try tagged.octetString(in: span) }
        }), cursor.isAtEnd
    else { return nil }
    return Array(value[range])
  }
}
