// SPDX-License-Identifier: Apache-2.0

/// The object that a path of the Secret Service names (Secret Service API, "Object Paths").
package enum SecretObject: Sendable, Hashable {
  case service
  case collection(PathElement)
  case item(UInt64, in: PathElement)
  /// A collection by an alias.
  case alias(PathElement)
  case aliasedItem(UInt64, in: PathElement)
  case session(UInt64)
  case prompt(UInt64)

  package static let root = "/org/freedesktop/secrets"
  /// How the specification spells that there is no object.
  package static let none = "/"

  /// Reads a path; nil for one that names nothing here: each object has one path alone.
  package init?(path: String) {
    guard path.utf8.count <= Self.longest else { return nil }
    if path == Self.root {
      self = .service
      return
    }
    guard path.hasPrefix(Self.root + "/") else { return nil }
    let parts = path.utf8.dropFirst(Self.root.utf8.count + 1)
      .split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false).map { Substring($0) }
    guard let object = parts.count == 2 ? Self.top(parts) : parts.count == 3 ? Self.inner(parts) : nil else {
      return nil
    }
    self = object
  }

  /// The maximum length of a path in bytes: the longest of them, and some room.
  private static let longest = 256

  private static func top(_ parts: [Substring]) -> SecretObject? {
    switch parts[0] {
    case "collection": PathElement(parts[1]).map { .collection($0) }
    case "aliases": PathElement(parts[1]).map { .alias($0) }
    case "session": number(parts[1]).map { .session($0) }
    case "prompt": number(parts[1]).map { .prompt($0) }
    default: nil
    }
  }

  private static func inner(_ parts: [Substring]) -> SecretObject? {
    guard let name = PathElement(parts[1]), let number = number(parts[2]) else { return nil }
    switch parts[0] {
    case "collection": return .item(number, in: name)
    case "aliases": return .aliasedItem(number, in: name)
    default: return nil
    }
  }

  /// A number as this module writes it: no sign, no zero in front.
  private static func number(_ text: Substring) -> UInt64? {
    guard text.utf8.count <= 20, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt64(text),
      number > 0, text.utf8.first != UInt8(ascii: "0")
    else { return nil }
    return number
  }

  package var path: String {
    switch self {
    case .service: Self.root
    case .collection(let name): "\(Self.root)/collection/\(name.text)"
    case .item(let number, let name): "\(Self.root)/collection/\(name.text)/\(number)"
    case .alias(let name): "\(Self.root)/aliases/\(name.text)"
    case .aliasedItem(let number, let name): "\(Self.root)/aliases/\(name.text)/\(number)"
    case .session(let number): "\(Self.root)/session/\(number)"
    case .prompt(let number): "\(Self.root)/prompt/\(number)"
    }
  }
}
