// SPDX-License-Identifier: Apache-2.0
package import DERCoding

extension Certificate {
  /// The octets of the subject key identifier (RFC 5280, 4.2.1.2), if there is one.
  package var subjectKeyIdentifier: [UInt8]? {
    guard let value = value(of: OID(2, 5, 29, 14)) else { return nil }
    var cursor = DERCursor(value.span)
    guard let range = try? cursor.octetString(in: value.span), cursor.isAtEnd else { return nil }
    return Array(value[range])
  }

  /// The last common name: the most specific one.
  package var commonName: String? {
    subject.attributes.last { $0.type == NameAttribute.commonName }?.text
  }

  /// The addresses among the alternative names, and those in the subject as older certificates have them.
  package var emailAddresses: [String] {
    alternativeNames(.contextPrimitive(1))
      + subject.attributes.filter { $0.type == NameAttribute.emailAddress }.compactMap { $0.text }
  }

  package var dnsNames: [String] { alternativeNames(.contextPrimitive(2)) }

  /// A summary for people: the most specific name of the subject, with the description in parentheses. Without a name it
  /// is an e-mail address or a host.
  package var summary: String? {
    let name = summaryOfName
    let descriptions = subject.attributes.filter { $0.type == NameAttribute.description }.compactMap { $0.text }
    guard !descriptions.isEmpty else { return name ?? emailAddresses.first ?? dnsNames.first }
    let description = descriptions.joined(separator: ", ")
    return name.map { "\($0) (\(description))" } ?? description
  }

  /// The first attribute of the most specific type.
  private var summaryOfName: String? {
    let kinds = [NameAttribute.commonName, NameAttribute.organizationalUnitName, NameAttribute.organizationName]
    for kind in kinds {
      if let found = subject.attributes.first(where: { $0.type == kind })?.text { return found }
    }
    return subject.attributes.first { $0.type != NameAttribute.description }?.text
  }

  /// The texts of one kind among the alternative names (RFC 5280, 4.2.1.6).
  private func alternativeNames(_ tag: DERTag) -> [String] {
    guard let value = value(of: OID(2, 5, 29, 17)) else { return [] }
    var cursor = DERCursor(value.span)
    let names = try? cursor.inside(in: value.span) { (inner) throws(DERError) in
      var names: [String] = []
      while !inner.isAtEnd {
        let name = try inner.next(in: value.span)
        guard name.tag == tag else { continue }
        if let text = String(validating: value[name.content], as: UTF8.self) { names.append(text) }
      }
      return names
    }
    return names ?? []
  }

  /// Whether the basic constraints of the certificate (RFC 5280, 4.2.1.9) say that it is an authority's.
  package var mayIssueCertificates: Bool {
    guard let value = value(of: OID(2, 5, 29, 19)) else { return false }
    var cursor = DERCursor(value.span)
    let isAuthority = try? cursor.inside(in: value.span) { (inner) throws(DERError) in
      let isAuthority = inner.nextTag(in: value.span) == .boolean ? try inner.boolean(in: value.span) : false
      if !inner.isAtEnd { _ = try inner.smallInteger(in: value.span) }
      return isAuthority
    }
    return isAuthority == true
  }

  package var hasBasicConstraints: Bool { value(of: OID(2, 5, 29, 19)) != nil }

  /// The extended uses that it names (RFC 5280, 4.2.1.12), or nil where it has no such extension that can be read.
  package var extendedKeyUses: [OID]? {
    guard let value = value(of: OID(2, 5, 29, 37)) else { return nil }
    var cursor = DERCursor(value.span)
    return try? cursor.inside(in: value.span) { (inner) throws(DERError) in
      var uses: [OID] = []
      while !inner.isAtEnd { uses.append(try inner.objectIdentifier(in: value.span)) }
      return uses
    }
  }

  /// The contents of an extension, if there is one of this name.
  package func value(of identifier: OID) -> [UInt8]? {
    extensions.first { $0.identifier == identifier }?.value
  }

  /// The contents of all extensions of this name. RFC 5280, 4.2 allows one.
  package func values(of identifier: OID) -> [[UInt8]] {
    extensions.filter { $0.identifier == identifier }.map(\.value)
  }

  package func isCritical(_ identifier: OID) -> Bool {
    extensions.contains { $0.identifier == identifier && $0.isCritical }
  }
}
