// SPDX-License-Identifier: Apache-2.0
package import DERCoding
package import KeyFormats

/// A parsed certificate (RFC 5280, 4.1). Its signature has not been verified.
package struct Certificate: Sendable, Equatable {
  /// The bytes of the certificate, without bytes that followed it.
  package let encoded: [UInt8]
  /// The version, 1 to 3.
  package let version: Int
  /// The octets of the number.
  package let serialNumber: [UInt8]
  package let issuer: DistinguishedName
  package let subject: DistinguishedName
  package let notBefore: DERTime
  package let notAfter: DERTime
  /// The octets of the key's bit string, whatever its algorithm.
  package let publicKeyBits: [UInt8]
  /// The key, or nil if its kind is not supported.
  package let publicKey: PublicKeyMaterial?
  let extensions: [Extension]

  struct Extension: Sendable, Equatable {
    let identifier: OID
    let isCritical: Bool
    let value: [UInt8]
  }

  package static let longest = 1 << 20
  private static let maximumExtensions = 128

  /// The first second for which it is valid, counted from 1970.
  package var firstSecond: Int { notBefore.secondsSince1970 }
  /// The last one.
  package var lastSecond: Int { notAfter.secondsSince1970 }

  /// Decodes a certificate. Bytes after it are ignored.
  package init(_ bytes: Span<UInt8>) throws(DERError) {
    guard bytes.count <= Self.longest else { throw .badValue }
    var cursor = DERCursor(bytes)
    let whole = try cursor.next(.sequence, in: bytes)
    var outer = try DERCursor(inside: whole)
    let fields = try outer.inside(in: bytes) { (inner) throws(DERError) in try Fields(&inner, bytes) }
    _ = try outer.next(.sequence, in: bytes)
    _ = try outer.bits(in: bytes)
    try outer.finish()
    encoded = whole.encoded.map { bytes[$0] }
    version = fields.version
    serialNumber = fields.serialNumber
    issuer = fields.issuer
    subject = fields.subject
    notBefore = fields.notBefore
    notAfter = fields.notAfter
    publicKeyBits = fields.publicKeyBits
    publicKey = fields.publicKey
    extensions = fields.extensions
  }

  /// The fields that are signed.
  private struct Fields {
    let version: Int
    let serialNumber: [UInt8]
    let issuer, subject: DistinguishedName
    let notBefore, notAfter: DERTime
    let publicKeyBits: [UInt8]
    let publicKey: PublicKeyMaterial?
    let extensions: [Extension]

    init(_ cursor: inout DERCursor, _ span: Span<UInt8>) throws(DERError) {
      version = try Self.version(&cursor, span)
      serialNumber = try cursor.integer(in: span).map { span[$0] }
      _ = try cursor.next(.sequence, in: span)
      issuer = try DistinguishedName(reading: &cursor, in: span)
      (notBefore, notAfter) = try cursor.inside(in: span) { (inner) throws(DERError) in
        (try inner.time(in: span), try inner.time(in: span))
      }
      subject = try DistinguishedName(reading: &cursor, in: span)
      let info = try cursor.next(.sequence, in: span)
      publicKeyBits = try Self.bits(of: info, span)
      publicKey = try? PublicKeyMaterial(spki: span.extracting(info.encoded))
      // Unique identifiers are ignored: they are not in use.
      _ = try cursor.optional(.contextPrimitive(1), in: span)
      _ = try cursor.optional(.contextPrimitive(2), in: span)
      extensions = try Self.extensions(&cursor, span)
    }

    private static func version(_ cursor: inout DERCursor, _ span: Span<UInt8>) throws(DERError) -> Int {
      guard cursor.nextTag(in: span) == .context(0) else { return 1 }
      let number = try cursor.inside(.context(0), in: span) { (inner) throws(DERError) in
        try inner.smallInteger(in: span)
      }
      guard (0...2).contains(number) else { throw .badValue }
      return number + 1
    }

    private static func bits(of info: DERElement, _ span: Span<UInt8>) throws(DERError) -> [UInt8] {
      var inner = try DERCursor(inside: info)
      _ = try inner.next(.sequence, in: span)
      let bits = try inner.bitString(in: span).map { span[$0] }
      try inner.finish()
      return bits
    }

    private static func extensions(
      _ cursor: inout DERCursor, _ span: Span<UInt8>
    ) throws(DERError) -> [Extension] {
      guard cursor.nextTag(in: span) == .context(3) else { return [] }
      return try cursor.inside(.context(3), in: span) { (tagged) throws(DERError) in
        try tagged.inside(in: span) { (inner) throws(DERError) in
          var extensions: [Extension] = []
          while !inner.isAtEnd {
            guard extensions.count < maximumExtensions else { throw .badValue }
            extensions.append(try Extension(&inner, span))
          }
          return extensions
        }
      }
    }
  }
}

extension Certificate.Extension {
  init(_ cursor: inout DERCursor, _ span: Span<UInt8>) throws(DERError) {
    self = try cursor.inside(in: span) { (inner) throws(DERError) in
      let identifier = try inner.objectIdentifier(in: span)
      let isCritical = inner.nextTag(in: span) == .boolean ? try inner.boolean(in: span) : false
      let value = try inner.octetString(in: span).map { span[$0] }
      return Certificate.Extension(identifier: identifier, isCritical: isCritical, value: value)
    }
  }
}
