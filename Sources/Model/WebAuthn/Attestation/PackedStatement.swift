// SPDX-License-Identifier: Apache-2.0
import CBORCoding
import COSEKeys
import X509Certificates

/// The format `packed` (WebAuthn Level 3, 8.2): a signature by a maker's key, or by the credential's own.
enum PackedStatement {
  private static let section = "8.2"
  private static let certificateSection = "8.2.1"
  private static let unit = "Authenticator Attestation"

  static func verify(
    _ statement: CBORValue, _ subject: AttestationSubject
  ) throws(AttestationDefect) -> Attestation {
    let reader = try StatementReader(statement, section, allowed: ["alg", "sig", "x5c"])
    let (algorithm, signature) = try (reader.algorithm(), reader.bytes("sig"))
    guard reader.has("x5c") else {
      guard algorithm == subject.key.algorithm else { throw reader.defect(.otherAlgorithm) }
      guard subject.key.isValid(signature, of: subject.message) else { throw reader.defect(.signature) }
      return Attestation(.packed, .selfSigned)
    }
    let (signer, path) = try reader.certificates()
    guard algorithm.isValid(signature, of: subject.message, by: signer.key) else { throw reader.defect(.signature) }
    try signer.checkForm(certificateSection)
    try checkSubject(signer.certificate)
    try signer.checkModel(subject.credential.aaguid, section)
    return Attestation(.packed, .basic, path)
  }

  /// The country as two letters, the maker, the unit with its fixed words, and a name.
  private static func checkSubject(_ certificate: Certificate) throws(AttestationDefect) {
    func text(_ type: NameType) -> String? {
      certificate.subject.attributes.first { $0.type == type.identifier }?.text
    }
    guard let country = text(.country), country.utf8.count == 2, let maker = text(.organization), !maker.isEmpty,
      let unit = text(.unit), unit.isSameText(as: Self.unit), let name = text(.commonName), !name.isEmpty
    else { throw AttestationDefect(certificateSection, .certificateSubject) }
  }
}
