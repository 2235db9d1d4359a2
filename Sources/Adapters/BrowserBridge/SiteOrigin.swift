// SPDX-License-Identifier: Apache-2.0

/// An origin as a browser states it, of a page that may use passkeys: `https`, or `http` of this machine (Secure Contexts, 3.1).
package struct SiteOrigin: Sendable, Equatable {
  /// The origin as it stands in client data.
  package let text: String
  package let host: String

  private static let (secure, plain): (String, String) = ("https://", "http://")

  /// Reads an origin; nil for what is none, for an address in the place of a name, and for a name with a dot at its
  /// end.
  package init?(_ text: String) {
    guard text.utf8.count <= 512 else { return nil }
    let isSecure = text.hasPrefix(Self.secure)
    guard isSecure || text.hasPrefix(Self.plain) else { return nil }
    let place = text.dropFirst(isSecure ? Self.secure.count : Self.plain.count)
    let parts = place.split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count <= 2, Self.isName(host) else { return nil }
    if parts.count == 2 {
      guard let port = UInt16(parts[1]), String(port) == parts[1], port > 0 else { return nil }
    }
    guard isSecure || host == "localhost" || host.hasSuffix(".localhost") else { return nil }
    self.text = text
    self.host = String(host)
  }

  /// Small letters, digits and hyphens between dots, of which the last part is no number: browsers write nothing else.
  static func isName(_ host: some StringProtocol) -> Bool {
    guard (1...253).contains(host.utf8.count) else { return false }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let areLabels = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.utf8.allSatisfy(Self.isLetter) && label.first != "-"
        && label.last != "-"
    }
    return areLabels && labels.last?.utf8.allSatisfy(Self.isDigit) == false
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || isDigit(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
