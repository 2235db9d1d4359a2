// SPDX-License-Identifier: Apache-2.0
import CBORCoding
import COSEKeys
import DERCoding
import X509Certificates

/// The format `android-key` (WebAuthn Level 3, 8.4): a certificate for the credential's key that says how it was made.
enum AndroidKeyStatement {
  private static let section = "8.4"
  private static let description = OID(1, 3, 6, 1, 4, 1, 11129, 2, 1, 17)

  static func verify(
    _ statement: CBORValue, _ subject: AttestationSubject
  ) throws(AttestationDefect) -> Attestation {
    let reader = try StatementReader(statement, section, allowed: ["alg", "sig", "x5c"])
    let (algorithm, signature) = try (reader.algorithm(), reader.bytes("sig"))
    let (signer, path) = try reader.certificates()
    guard algorithm.isValid(signature, of: subject.message, by: signer.key) else { throw reader.defect(.signature) }
    guard signer.key == subject.key.material else { throw reader.defect(.otherKey) }
    guard let value = signer.certificate.value(of: description), let found = try? KeyDescription(value) else {
      throw reader.defect(.proof)
    }
    guard found.challenge == subject.clientDataHash else { throw reader.defect(.otherCeremony) }
    guard found.isForSigningAlone else { throw reader.defect(.authorization) }
    return Attestation(.androidKey, .basic, path)
  }
}

/// `KeyDescription` of Android's key attestation: what the device says of a key.
private struct KeyDescription {
  let challenge: [UInt8]
  private let lists: [AuthorizationList]

  init(_ bytes: [UInt8]) throws(DERError) {
    (challenge, lists) = try reading(bytes.span) { (cursor, span) throws(DERError) in
      try cursor.inside(in: span) { (fields) throws(DERError) in
        // Versions and security levels of the attestation and of the keystore.
        for _ in 0..<4 { _ = try fields.next(in: span) }
        let challenge = try fields.octetString(in: span).map { span[$0] }
        _ = try fields.octetString(in: span)
        let software = try AuthorizationList(span, fields.next(.sequence, in: span).content)
        let hardware = try AuthorizationList(span, fields.next(.sequence, in: span).content)
        return (challenge, [software, hardware])
      }
    }
  }

  /// Whether the key is of one app alone, made inside the keystore, and for signatures. What either list says counts;
  /// lists that say nothing of it forbid nothing, as those of the ceremony that the W3C publishes.
  var isForSigningAlone: Bool { lists.allSatisfy(\.isForSigningAlone) }
}
