// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

/// The program that stores or reads: its executable, and where that interprets a script, the script too.
package struct SecretProgram: Sendable, Hashable {
  /// A file that a program is made of.
  package struct Part: Sendable {
    let path: [UInt8]
    /// SHA-256 of the file.
    let digest: [UInt8]
    /// Whether root alone can put another file in its place.
    let isGuarded: Bool

    package init(path: [UInt8], digest: [UInt8], isGuarded: Bool) {
      self.path = path
      self.digest = digest
      self.isGuarded = isGuarded
    }
  }

  package static let keySize = 16
  /// The maximum length of a title in bytes of UTF-8.
  package static let longestTitle = 512

  /// The paths of the program, for people.
  package let title: String
  /// The identity of the program as the one that stored something. A file that only root can replace counts by its
  /// path, so that an update changes nothing; any other also by its contents.
  package let origin: [UInt8]
  /// The identity of the program as the one that was allowed something: another one whenever a file of it changes.
  package let version: [UInt8]

  package init(_ parts: [Part]) {
    title = Self.title(parts.map { String(decoding: $0.path, as: UTF8.self) }.joined(separator: " "))
    origin = Self.key("origin", parts) { $0.isGuarded ? [] : $0.digest }
    version = Self.key("version", parts) { $0.digest }
  }

  /// An app in a sandbox, which the desktop's portal vouches for. No program that is known by its files has its keys.
  package init(sandboxed app: String) {
    title = "the sandboxed app \(app)"
    origin = Self.key("sandboxed app", [Part(path: Array(app.utf8), digest: [], isGuarded: true)]) { _ in [] }
    version = origin
  }

  /// Whether a text is the identifier of a sandboxed app: as names on the bus are spelled (D-Bus specification, "Bus
  /// names").
  package static func isSandboxedApp(_ identifier: String) -> Bool {
    (1...255).contains(identifier.utf8.count) && identifier.first != "."
      && identifier.utf8.allSatisfy { byte in
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
  }

  /// The end of a long one tells more than its beginning.
  private static func title(_ text: String) -> String {
    guard text.utf8.count > longestTitle else { return text }
    var end = text[...]
    while end.utf8.count > longestTitle - "…".utf8.count { end.removeFirst() }
    return "…" + end
  }

  private static func key(_ kind: String, _ parts: [Part], _ digest: (Part) -> [UInt8]) -> [UInt8] {
    var known = Array("bailey secret program \(kind)".utf8)
    for part in parts {
      for field in [part.path, digest(part)] {
        known += (0..<4).reversed().map { UInt8(truncatingIfNeeded: field.count >> ($0 * 8)) } + field
      }
    }
    return Array(SHA256.hash(known.span).prefix(keySize))
  }
}

/// The program that stored an item: `SecretProgram.origin`, and its title.
package struct ItemOwner: Sendable, Hashable {
  package let title: String
  package let key: [UInt8]

  package init(_ program: SecretProgram) {
    title = program.title
    key = program.origin
  }

  package init?(title: String, key: [UInt8]) {
    guard title.utf8.count <= SecretProgram.longestTitle, key.count == SecretProgram.keySize else { return nil }
    self.title = title
    self.key = key
  }
}

/// The programs that may read the items of a collection. The numbers are stored: they are permanent.
package enum CollectionAccess: UInt8, Sendable, CaseIterable {
  /// A program what it stored itself, and what the person allowed it.
  case own = 1
  /// The programs that the person allowed, and no others.
  case ask = 2
  /// All programs of the session, and all items.
  case open = 3

  package var name: String {
    switch self {
    case .own: "own"
    case .ask: "ask"
    case .open: "open"
    }
  }

  package init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// Whether the access lets somebody read what the other one does not.
  package func isWider(than other: CollectionAccess) -> Bool {
    let order: [CollectionAccess] = [.ask, .own, .open]
    return (order.firstIndex(of: self) ?? 0) > (order.firstIndex(of: other) ?? 0)
  }
}
