// SPDX-License-Identifier: Apache-2.0

/// An element of an object's path, by which a collection or an alias is named: letters of ASCII, digits and `_` (D-Bus
/// specification, "Valid Object Paths"), and not more than a name needs.
package struct PathElement: Sendable, Hashable {
  package static let longest = 64

  package let text: String

  package init?(_ text: some StringProtocol) {
    guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else { return nil }
    self.text = String(text)
  }

  private init(known text: String) { self.text = text }

  /// The collection of programs that name none.
  package static let `default` = PathElement(known: "default")
  /// The collection that lives in memory.
  package static let session = PathElement(known: "session")

  /// A name that resembles a label and is not taken.
  package init(resembling label: String, isTaken: (PathElement) -> Bool) {
    let letters = label.utf8.prefix(32).map { Self.isAllowed($0) ? $0 : UInt8(ascii: "_") }
    let stem = letters.isEmpty ? "collection" : String(decoding: letters, as: UTF8.self)
    var (name, number) = (PathElement(known: stem), 1)
    while isTaken(name) {
      number += 1
      name = PathElement(known: "\(stem)_\(number)")
    }
    self = name
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
