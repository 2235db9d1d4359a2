// SPDX-License-Identifier: Apache-2.0
package import DERCoding

/// The extension that says which entitlements the holder's apps may claim: a SEQUENCE OF UTF8String.
///
/// Below the arc for identifiers that nobody else gives out (ITU-T X.667). Not critical, because other libraries refuse
/// chains with a critical one that they do not know; whoever installs apps always looks for it.
enum EntitlementsExtension {
  static let identifier = OID(2, 25, 1_802_592_313, 1)
  static let maximum = 256
}

extension Certificate {
  /// The entitlements that the certificate allows; nil where it does not say. Throws where the extension cannot be
  /// read: then nothing is allowed.
  package func allowedEntitlements() throws(DERError) -> [String]? {
    guard let value = value(of: EntitlementsExtension.identifier) else { return nil }
    var cursor = DERCursor(value.span)
    let names = try cursor.inside(in: value.span) { (inner) throws(DERError) in
      var names: [String] = []
      while !inner.isAtEnd {
        let element = try inner.next(.utf8String, in: value.span)
        guard names.count < EntitlementsExtension.maximum,
          let name = String(validating: value[element.content], as: UTF8.self)
        else { throw .badValue }
        names.append(name)
      }
      return names
    }
    try cursor.finish()
    return names
  }
}
