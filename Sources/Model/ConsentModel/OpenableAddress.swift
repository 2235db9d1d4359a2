// SPDX-License-Identifier: Apache-2.0

/// An address that an app may have opened by the person's own programs: of the web, of a letter, or of a telephone.
///
/// Files, scripts and programs of the desktop have addresses too. None of them is one of these, and neither is an address that could be
/// taken for another: it has no account before its host, and its letters are those of ASCII that can be seen.
package struct OpenableAddress: Sendable, Equatable {
  package enum Scheme: String, Sendable, CaseIterable { case https, http, mailto, tel }

  package let text: String
  package let scheme: Scheme
  /// The destination: a host, whom a letter is for, or a number.
  package let destination: String

  /// The most bytes of an address.
  package static let longest = 2000
  /// The most bytes of a letter's address: all of its recipients are shown in the question, none behind a cut.
  private static let longestLetter = PurposeString.longest
  /// The most bytes of a destination: the longest name of a host, and more of a letter than one recipient.
  private static let longestDestination = 253
  /// The fields of a letter. Some mail programs take others for files to be sent along.
  private static let fields: Set<String> = ["to", "cc", "bcc", "subject", "body", "in-reply-to"]

  /// Reads an address; nil for one that nothing opens for an app.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest, text.utf8.allSatisfy(Self.isAllowed),
      let colon = text.firstIndex(of: ":"), let scheme = Scheme(rawValue: text[..<colon].lowercased()),
      let destination = Self.destination(of: scheme, text[text.index(after: colon)...]),
      destination.utf8.count <= Self.longestDestination,
      scheme != .mailto || text.utf8.count <= Self.longestLetter
    else { return nil }
    (self.text, self.scheme, self.destination) = (text, scheme, destination)
  }

  /// Whether somebody opens addresses of a scheme, whatever they lead to.
  package static func knows(scheme: String) -> Bool { Scheme(rawValue: scheme.lowercased()) != nil }

  /// The action in Bailey's words, for a question.
  package var operation: String {
    switch scheme {
    case .https, .http: "open a page of \(destination) in your browser"
    case .mailto: destination.isEmpty ? "begin a letter in your mail program" : "begin a letter to \(destination)"
    case .tel: "call \(destination)"
    }
  }

  /// Letters that can be seen, without those that addresses have to escape (RFC 3986, section 2).
  private static func isAllowed(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
  }

  private static func destination(of scheme: Scheme, _ rest: Substring) -> String? {
    switch scheme {
    case .https, .http: return host(rest)
    case .mailto: return recipient(rest)
    case .tel:
      let isNumber = rest.utf8.allSatisfy { "+0123456789-.()*#".utf8.contains($0) }
      return isNumber && rest.utf8.contains { (48...57).contains($0) } ? String(rest) : nil
    }
  }

  private static func host(_ rest: Substring) -> String? {
    guard rest.hasPrefix("//") else { return nil }
    let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    var host = authority
    if let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") {
      guard let port = UInt16(authority[authority.index(after: colon)...]), port > 0 else { return nil }
      host = authority[..<colon]
    }
    let signs = host.hasPrefix("[") && host.hasSuffix("]") ? "0123456789abcdefABCDEF:.[]" : nil
    let isName = host.utf8.allSatisfy { byte in
      signs?.utf8.contains(byte) ?? (byte == 45 || byte == 46 || byte.isLetterOrDigit)
    }
    return isName && host.utf8.contains(where: \.isLetterOrDigit) ? host.lowercased() : nil
  }

  private static func recipient(_ rest: Substring) -> String? {
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard !rest.isEmpty, !rest.contains("#") else { return nil }
    for field in parts.dropFirst().first?.split(separator: "&") ?? [] {
      guard fields.contains(field.prefix { $0 != "=" }.lowercased()) else { return nil }
    }
    return String(parts[0])
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (48...57).contains(self) || (65...90).contains(self) || (97...122).contains(self)
  }
}
