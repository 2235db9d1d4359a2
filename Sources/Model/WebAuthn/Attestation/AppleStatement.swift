// SPDX-License-Identifier: Apache-2.0
import CBORCoding
import COSEKeys
import CryptoPrimitives
import DERCoding
import X509Certificates

/// The format `apple` (WebAuthn Level 3, 8.8): a certificate for the credential's key, made for this ceremony.
enum AppleStatement {
  private static let section = "8.8"
  private static let nonceExtension = OID(1, 2, 840, 113635, 100, 8, 2)

  static func verify(
    _ statement: CBORValue, _ subject: AttestationSubject
  ) throws(AttestationDefect) -> Attestation {
    let reader = try StatementReader(statement, section, allowed: ["x5c", "alg"])
    let (signer, path) = try reader.certificates()
    guard let nonce = nonce(in: signer.certificate) else { throw reader.defect(.proof) }
    let expected = SHA256.hash(subject.message.span)
    guard equalInConstantTime(nonce.span, expected.span) else { throw reader.defect(.otherCeremony) }
    guard signer.key == subject.key.material else { throw reader.defect(.otherKey) }
    return Attestation(.apple, .anonymizationAuthority, path)
  }

  /// A SEQUENCE of an octet string under tag 1.
  private static func nonce(in certificate: Certificate) -> [UInt8]? {
    guard let value = certificate.value(of: nonceExtension) else { return nil }
    return try? reading(value.span) { (cursor, span) throws(DERError) in
      try cursor.inside(in: span) { (sequence) throws(DERError) in
        try sequence.inside(.context(1), in: span) { (tagged) throws(DERError) in try tagged.octetString(in: span) }
      }
    }.map { value[$0] }
  }
}

/// Reads all of the bytes.
func reading<Result>(
  _ span: Span<UInt8>, _ body: (inout DERCursor, Span<UInt8>) throws(DERError) -> Result
) throws(DERError) -> Result {
  var cursor = DERCursor(span)
  let result = try body(&cursor, span)
  try cursor.finish()
  return result
}
