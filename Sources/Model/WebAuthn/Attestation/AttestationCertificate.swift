// SPDX-License-Identifier: Apache-2.0
import DERCoding
import KeyFormats
import X509Certificates

/// The certificate of an attestation key, and what the formats ask of it.
struct AttestationCertificate {
  let certificate: Certificate
  let key: PublicKeyMaterial
  private let section: String

  /// `id-fido-gen-ce-aaguid`.
  private static let modelExtension = OID(1, 3, 6, 1, 4, 1, 45724, 1, 1, 4)

  /// Refuses a key that cannot be used, and bytes after the certificate.
  init(_ encoded: [UInt8], _ section: String) throws(AttestationDefect) {
    guard let certificate = try? Certificate(encoded.span), certificate.encoded.count == encoded.count,
      let key = certificate.publicKey
    else { throw AttestationDefect(section, .certificate) }
    self.certificate = certificate
    self.key = key
    self.section = section
  }

  /// Version 3, and no authority by its own statement (WebAuthn Level 3, 8.2.1 and 8.3.1).
  func checkForm(_ section: String) throws(AttestationDefect) {
    guard certificate.version == 3 else { throw AttestationDefect(section, .certificateVersion) }
    guard certificate.hasBasicConstraints, !certificate.mayIssueCertificates else {
      throw AttestationDefect(section, .certificateIsAuthority)
    }
  }

  /// The model in the certificate, if it names one, is that of the authenticator data: sixteen octets wrapped twice, not
  /// critical (WebAuthn Level 3, 8.2.1).
  func checkModel(_ aaguid: AAGUID, _ section: String) throws(AttestationDefect) {
    guard let value = certificate.value(of: Self.modelExtension) else { return }
    var cursor = DERCursor(value.span)
    guard let octets = try? cursor.octetString(in: value.span), cursor.isAtEnd, Array(value[octets]) == aaguid.bytes,
      !certificate.isCritical(Self.modelExtension)
    else { throw AttestationDefect(section, .aaguid) }
  }
}
