// SPDX-License-Identifier: Apache-2.0
import DERCoding

/// The types of attributes of a name that mean something here (RFC 5280, A.1).
enum NameAttribute {
  static let commonName = OID(2, 5, 4, 3)
  static let organizationName = OID(2, 5, 4, 10)
  static let organizationalUnitName = OID(2, 5, 4, 11)
  static let description = OID(2, 5, 4, 13)
  static let emailAddress = OID(1, 2, 840, 113549, 1, 9, 1)
}
