// SPDX-License-Identifier: Apache-2.0
import CBORCoding
import COSEKeys
import CryptoPrimitives
import DERCoding
import TPMStructures
import X509Certificates

/// The format `tpm` (WebAuthn Level 3, 8.3): a TPM certifies with its attestation key that it holds the credential's.
enum TPMStatement {
  private static let section = "8.3"
  private static let certificateSection = "8.3.1"
  /// `tcg-kp-AIKCertificate`.
  private static let use = OID(2, 23, 133, 8, 3)

  static func verify(
    _ statement: CBORValue, _ subject: AttestationSubject
  ) throws(AttestationDefect) -> Attestation {
    let reader = try StatementReader(
      statement, section, allowed: ["ver", "alg", "x5c", "sig", "certInfo", "pubArea"])
    guard try reader.text("ver").isSameText(as: "2.0") else { throw reader.defect(.syntax) }
    let (algorithm, signature) = try (reader.algorithm(), reader.bytes("sig"))
    let (certified, publicArea) = try (reader.bytes("certInfo"), reader.bytes("pubArea"))
    guard let area = TPMPublicArea(publicArea) else { throw reader.defect(.syntax) }
    guard area.key == subject.key.material else { throw reader.defect(.otherKey) }
    let (signer, path) = try reader.certificates()
    try checkCertificate(signer)
    try signer.checkModel(subject.credential.aaguid, section)
    guard algorithm.isValid(signature, of: certified, by: signer.key) else { throw reader.defect(.signature) }
    guard let certification = TPMCertification(certified) else { throw reader.defect(.proof) }
    guard certification.extraData == algorithm.digest.hash(subject.message.span) else {
      throw reader.defect(.otherCeremony)
    }
    guard certification.name == area.name else { throw reader.defect(.otherKey) }
    return Attestation(.tpm, .authority, path)
  }

  /// An empty subject, the TPM's maker, model and version as the alternative name, and the use of attestation keys.
  private static func checkCertificate(_ signer: AttestationCertificate) throws(AttestationDefect) {
    try signer.checkForm(certificateSection)
    let certificate = signer.certificate
    guard certificate.subject.attributes.isEmpty else {
      throw AttestationDefect(certificateSection, .certificateSubject)
    }
    let types = Set((alternativeName(certificate)?.attributes ?? []).map(\.type))
    let wanted: Set<OID> = [
      NameType.tpmManufacturer.identifier, NameType.tpmModel.identifier, NameType.tpmVersion.identifier,
    ]
    guard wanted.isSubset(of: types) else { throw AttestationDefect(certificateSection, .certificateAlternativeName) }
    guard certificate.extendedKeyUses?.contains(use) == true else {
      throw AttestationDefect(certificateSection, .certificateUse)
    }
  }

  /// The directory name among the alternative names.
  private static func alternativeName(_ certificate: Certificate) -> DistinguishedName? {
    guard let value = certificate.value(of: OID(2, 5, 29, 17)) else { return nil }
    let name = try? reading(value.span) { (cursor, span) throws(DERError) in
      try cursor.inside(in: span) { (names) throws(DERError) in
        var found: Range<Int>?
        while !names.isAtEnd {
          let element = try names.next(in: span)
          if element.tag == .context(4) { found = found ?? element.content }
        }
        return found
      }
    }
    return name.flatMap { $0 }.flatMap { try? DistinguishedName(value.span.extracting($0)) }
  }
}
