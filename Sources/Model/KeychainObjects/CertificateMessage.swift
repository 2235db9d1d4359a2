// SPDX-License-Identifier: Apache-2.0
import DERCoding

/// A PKCS #7 message that has only certificates: `SignedData` without content and signers (RFC 2315, 9; RFC 5652, 5).
package enum CertificateMessage {
  package static let maximumCertificates = 1000
  private static let signedData = OID(1, 2, 840, 113549, 1, 7, 2)
  private static let data = OID(1, 2, 840, 113549, 1, 7, 1)

  /// The certificates in DER; nil for bytes that are not such a message.
  package static func certificates(in span: Span<UInt8>) -> [[UInt8]]? {
    var cursor = DERCursor(span)
    return try? cursor.inside(in: span) { (outer) throws(DERError) in
      guard try outer.objectIdentifier(in: span) == signedData else { throw .badValue }
      return try outer.inside(.context(0), in: span) { (content) throws(DERError) in
        try content.inside(in: span) { (fields) throws(DERError) in try Self.certificates(&fields, span) }
      }
    }
  }

  private static func certificates(_ fields: inout DERCursor, _ span: Span<UInt8>) throws(DERError) -> [[UInt8]] {
    _ = try fields.smallInteger(in: span)
    _ = try fields.next(.set, in: span)
    _ = try fields.next(.sequence, in: span)
    var certificates: [[UInt8]] = []
    if fields.nextTag(in: span) == .context(0) {
      try fields.inside(.context(0), in: span) { (set) throws(DERError) in
        while !set.isAtEnd {
          guard certificates.count < maximumCertificates else { throw .badValue }
          let element = try set.next(in: span)
          if element.tag == .sequence { certificates.append(element.encoded.map { span[$0] }) }
        }
      }
    }
    // Revocation lists and signatures are ignored.
    while !fields.isAtEnd { _ = try fields.next(in: span) }
    return certificates
  }

  package static func encode(_ certificates: [[UInt8]]) -> [UInt8] {
    var writer = DERWriter(capacity: certificates.reduce(64) { $0 + $1.count })
    writer.append(.sequence) { outer in
      outer.append(signedData)
      outer.append(.context(0)) { content in
        content.append(.sequence) { fields in
          fields.append(1)
          fields.append(.set) { _ in }
          fields.append(.sequence) { inner in inner.append(data) }
          fields.append(.context(0)) { set in for certificate in certificates { set.append(encoded: certificate.span) }
          }
          fields.append(.set) { _ in }
        }
      }
    }
    return writer.bytes()
  }
}
