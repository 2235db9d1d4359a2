// SPDX-License-Identifier: Apache-2.0
package import DERCoding

/// `AuthorizationList` of Android's key attestation. Its members have tag numbers beyond those of certificates, in several
/// octets (X.690, 8.1.2.4), and what is not asked for is skipped.
package struct AuthorizationList {
  private var purposes: [Int] = []
  private var origin: Int?
  private var isForAllApplications = false

  package var isForSigningAlone: Bool {
    !isForAllApplications && purposes.allSatisfy { $0 == Self.sign } && (origin ?? Self.generated) == Self.generated
  }

  /// `KM_PURPOSE_SIGN`.
  private static let sign = 2
  /// `KM_ORIGIN_GENERATED`.
  private static let generated = 0

  private enum Tag {
    static let purpose = 1
    static let allApplications = 600
    static let origin = 702
  }

  /// Reads the contents of a SEQUENCE.
  package init(_ span: Span<UInt8>, _ content: Range<Int>) throws(DERError) {
    var offset = content.lowerBound
    var last = -1
    while offset < content.upperBound {
      let (number, value) = try Self.member(span, &offset, content.upperBound)
      // Members stand in the order of their numbers, so that none stands twice.
      guard number > last else { throw .notCanonical }
      last = number
      let inner = span.extracting(value)
      switch number {
      case Tag.purpose:
        purposes = try reading(inner) { (cursor, span) throws(DERError) in
          try cursor.inside(.set, in: span) { (set) throws(DERError) in
            var purposes: [Int] = []
            while !set.isAtEnd { purposes.append(try set.smallInteger(in: span)) }
            return purposes
          }
        }
      case Tag.origin:
        origin = try reading(inner) { (cursor, span) throws(DERError) in try cursor.smallInteger(in: span) }
      case Tag.allApplications: isForAllApplications = true
      default: continue
      }
    }
  }

  /// A constructed element of the context's class: its number, and where its contents are.
  private static func member(
    _ span: Span<UInt8>, _ offset: inout Int, _ end: Int
  ) throws(DERError) -> (number: Int, value: Range<Int>) {
    let first = try octet(span, &offset, end)
    guard first & 0xE0 == 0xA0 else { throw .unexpectedTag(DERTag(rawValue: first)) }
    var number = Int(first & 0x1F)
    if number == 0x1F {
      number = 0
      var next: UInt8
      repeat {
        next = try octet(span, &offset, end)
        guard number < 1 << 20, number > 0 || next != 0x80 else { throw .notCanonical }
        number = number << 7 | Int(next & 0x7F)
      } while next >= 0x80
    }
    var count = Int(try octet(span, &offset, end))
    if count >= 0x80 {
      let octets = count & 0x7F
      guard (1...2).contains(octets) else { throw .notCanonical }
      count = 0
      for _ in 0..<octets { count = count << 8 | Int(try octet(span, &offset, end)) }
      guard count >= (octets == 1 ? 0x80 : 0x100) else { throw .notCanonical }
    }
    guard count <= end - offset else { throw .short }
    defer { offset += count }
    return (number, offset..<offset + count)
  }

  private static func octet(_ span: Span<UInt8>, _ offset: inout Int, _ end: Int) throws(DERError) -> UInt8 {
    guard offset < end else { throw .short }
    defer { offset += 1 }
    return span[offset]
  }
}
