// SPDX-License-Identifier: Apache-2.0

/// The identifier octet of an element (X.690, 8.1.2), for tag numbers up to 30.
package struct DERTag: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let boolean = DERTag(rawValue: 0x01)
  package static let integer = DERTag(rawValue: 0x02)
  package static let bitString = DERTag(rawValue: 0x03)
  package static let octetString = DERTag(rawValue: 0x04)
  package static let null = DERTag(rawValue: 0x05)
  package static let objectIdentifier = DERTag(rawValue: 0x06)
  package static let utf8String = DERTag(rawValue: 0x0C)
  package static let numericString = DERTag(rawValue: 0x12)
  package static let printableString = DERTag(rawValue: 0x13)
  package static let teletexString = DERTag(rawValue: 0x14)
  package static let ia5String = DERTag(rawValue: 0x16)
  package static let utcTime = DERTag(rawValue: 0x17)
  package static let generalizedTime = DERTag(rawValue: 0x18)
  package static let visibleString = DERTag(rawValue: 0x1A)
  package static let universalString = DERTag(rawValue: 0x1C)
  package static let bmpString = DERTag(rawValue: 0x1E)
  package static let sequence = DERTag(rawValue: 0x30)
  package static let set = DERTag(rawValue: 0x31)

  /// `[number]` with elements inside, as EXPLICIT tagging makes it.
  package static func context(_ number: UInt8) -> DERTag {
    precondition(number < 31)
    return DERTag(rawValue: 0xA0 | number)
  }

  /// `[number] IMPLICIT` of a type without elements inside.
  package static func contextPrimitive(_ number: UInt8) -> DERTag {
    precondition(number < 31)
    return DERTag(rawValue: 0x80 | number)
  }

  package var isConstructed: Bool { rawValue & 0x20 != 0 }
  package var isUniversal: Bool { rawValue & 0xC0 == 0 }

  /// Whether DER has elements with this octet: among the universal types, SEQUENCE, SET, EXTERNAL and EMBEDDED PDV are
  /// the ones with elements inside, and strings never come in pieces (X.690, 10.2).
  var isCanonical: Bool {
    guard isUniversal else { return true }
    let number = rawValue & 0x1F
    return number != 0 && [8, 11, 16, 17].contains(number) == isConstructed
  }
}
