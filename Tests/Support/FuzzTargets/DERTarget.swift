// SPDX-License-Identifier: Apache-2.0
import DERCoding

/// DER from anywhere: what is read has one encoding, which is the bytes it came from.
package enum DERTarget: FuzzTarget {
  package static let name = "DER"

  package static func run(_ bytes: [UInt8]) {
    var cursor = DERCursor(bytes.span)
    do throws(DERError) {
      while !cursor.isAtEnd { try element(&cursor, bytes) }
    } catch {}
  }

  private static func element(_ cursor: inout DERCursor, _ bytes: [UInt8]) throws(DERError) {
    let start = cursor.position
    values(cursor, bytes)
    let element = try cursor.next(in: bytes.span)
    precondition(element.encoded == start..<cursor.position, "elements follow each other")
    same(element, bytes) { $0.append(element.tag, bytes.span.extracting(element.content)) }
    guard element.tag.isConstructed else { return }
    var inner = try DERCursor(inside: element)
    while !inner.isAtEnd { try self.element(&inner, bytes) }
  }

  private static func values(_ cursor: DERCursor, _ bytes: [UInt8]) {
    var peek = cursor
    guard let element = try? peek.next(in: bytes.span) else { return }
    let span = bytes.span
    var reader = cursor
    if let value = try? reader.boolean(in: span) { same(element, bytes) { $0.append(value) } }
    reader = cursor
    if let octets = try? reader.unsignedInteger(in: span) {
      same(element, bytes) { $0.append(unsigned: bytes.span.extracting(octets)) }
    }
    reader = cursor
    if let value = try? reader.smallInteger(in: span) { same(element, bytes) { $0.append(value) } }
    reader = cursor
    if let octets = try? reader.bitString(in: span) {
      same(element, bytes) { $0.append(bits: bytes.span.extracting(octets)) }
    }
    reader = cursor
    if let bits = try? reader.namedBits(in: span) { precondition(bits.count <= 128) }
    reader = cursor
    if let identifier = try? reader.objectIdentifier(in: span) {
      same(element, bytes) { $0.append(identifier) }
      precondition(!identifier.description.isEmpty)
    }
    reader = cursor
    if let time = try? reader.time(in: span), time.year < 1950 || time.year > 2049 || element.tag == .utcTime {
      same(element, bytes) { $0.append(time) }
    }
  }

  private static func same(_ element: DERElement, _ bytes: [UInt8], _ write: (inout DERWriter) -> Void) {
    var writer = DERWriter(capacity: 16)
    write(&writer)
    let written = writer.bytes()
    precondition(written == Array(bytes[element.encoded]), "a value has two encodings")
  }
}
