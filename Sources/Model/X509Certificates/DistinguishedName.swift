// SPDX-License-Identifier: Apache-2.0
package import DERCoding

/// The name of a subject or an issuer (RFC 5280, 4.1.2.4).
package struct DistinguishedName: Sendable, Equatable {
  /// The SEQUENCE as it is in the certificate.
  package let encoded: [UInt8]
  /// The attributes of the name, in order.
  package let attributes: [Attribute]
  /// The number of attributes of each relative name.
  private let relativeNames: [Int]

  package struct Attribute: Sendable, Equatable {
    package let type: OID
    package let tag: DERTag
    package let value: [UInt8]
  }

  private static let maximumAttributes = 256

  /// Reads the name at the cursor.
  init(reading cursor: inout DERCursor, in span: Span<UInt8>) throws(DERError) {
    var attributes: [Attribute] = []
    var counts: [Int] = []
    let element = try cursor.next(.sequence, in: span)
    var names = try DERCursor(inside: element)
    while !names.isAtEnd {
      let before = attributes.count
      try names.inside(.set, in: span) { (set) throws(DERError) in
        repeat { attributes.append(try Self.attribute(&set, span)) } while !set.isAtEnd
      }
      guard attributes.count <= Self.maximumAttributes else { throw .badValue }
      counts.append(attributes.count - before)
    }
    encoded = element.encoded.map { span[$0] }
    self.attributes = attributes
    relativeNames = counts
  }

  /// Reads a name with no bytes after it.
  package init(_ bytes: Span<UInt8>) throws(DERError) {
    var cursor = DERCursor(bytes)
    try self.init(reading: &cursor, in: bytes)
    try cursor.finish()
  }

  private static func attribute(_ cursor: inout DERCursor, _ span: Span<UInt8>) throws(DERError) -> Attribute {
    try cursor.inside(in: span) { (inner) throws(DERError) in
      let type = try inner.objectIdentifier(in: span)
      let value = try inner.next(in: span)
      return Attribute(type: type, tag: value.tag, value: value.content.map { span[$0] })
    }
  }
}

// MARK: - Normalisation

extension DistinguishedName {
  /// The name as the keychain compares it: printable strings in capitals, blanks around them gone and runs of blanks
  /// inside made one; other strings as they are. A SEQUENCE.
  package var normalized: [UInt8] {
    let content = normalizedContent
    var writer = DERWriter(capacity: content.count + 8)
    writer.append(.sequence, content.span)
    return writer.bytes()
  }

  /// The same without the outer SEQUENCE: what `kSecAttrSubject` and `kSecAttrIssuer` hold.
  package var normalizedContent: [UInt8] {
    var writer = DERWriter(capacity: encoded.count + 8)
    var start = 0
    for count in relativeNames {
      let part = attributes[start..<start + count]
      writer.append(.set) { set in
        for attribute in part { attribute.write(to: &set) }
      }
      start += count
    }
    return writer.bytes()
  }
}

extension DistinguishedName.Attribute {
  fileprivate func write(to writer: inout DERWriter) {
    let value = normalizedValue
    writer.append(.sequence) { inner in
      inner.append(type)
      inner.append(tag, value.span)
    }
  }

  private var normalizedValue: [UInt8] {
    guard tag == .printableString else { return value }
    let words = value.split(separator: 0x20)
    return Array(words.joined(separator: [0x20])).map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
  }
}

// MARK: - Text

extension DistinguishedName.Attribute {
  /// The value as text, for the string types certificates have.
  package var text: String? {
    switch tag {
    case .utf8String, .printableString, .ia5String, .numericString, .visibleString:
      String(validating: value, as: UTF8.self)
    case .teletexString: String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
    case .bmpString: Self.text(value, unit: 2)
    case .universalString: Self.text(value, unit: 4)
    default: nil
    }
  }

  private static func text(_ bytes: [UInt8], unit: Int) -> String? {
    guard bytes.count % unit == 0 else { return nil }
    let units = stride(from: 0, to: bytes.count, by: unit).map { start in
      bytes[start..<start + unit].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    if unit == 2 { return String(validating: units.map { UInt16($0) }, as: UTF16.self) }
    let scalars = units.compactMap { Unicode.Scalar($0) }
    return scalars.count == units.count ? String(String.UnicodeScalarView(scalars)) : nil
  }
}
