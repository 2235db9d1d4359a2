// SPDX-License-Identifier: Apache-2.0
package import AppModel

/// The condition of a policy's `CodeRequirement` for the code that it allows something to, as far as that can be judged
/// here.
///
/// The language is that of Apple's "Code Signing Requirement Language". Of it are judged, joined by `and`: `identifier`,
/// `certificate leaf[subject.OU]` (the developer's prefix), `anchor trusted` (an authority of this instance) and `cdhash`, which here is
/// the SHA-256 of the seal, or of a program's file. Nothing here is signed by Apple, so that `anchor apple` holds of nothing.
package struct CodeCondition: Sendable, Equatable {
  private enum Term: Sendable, Equatable {
    case identifier(String)
    case team(String)
    case trusted
    case contents([UInt8])
  }

  /// The most bytes of a condition; a longer one is not judged.
  package static let longest = 8 << 10

  private let terms: [Term]

  /// Reads a condition. Nil where a term of it is unknown, or can hold of no code on this system.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest, let words = Self.words(text) else { return nil }
    let parts = words.split(separator: "and", omittingEmptySubsequences: false)
    let terms = parts.map { Self.term(Array($0)) }
    guard !terms.contains(nil) else { return nil }
    self.terms = terms.compactMap(\.self)
  }

  package func holds(of code: AppCode) -> Bool {
    terms.allSatisfy { term in
      switch term {
      case .identifier(let identifier): AppDescription.areEqual(identifier, code.identifier)
      case .team(let team): code.team == team
      case .trusted: code.team != nil
      case .contents(let contents): code.contents == contents
      }
    }
  }

  private static func term(_ words: [String]) -> Term? {
    switch words.first {
    case "identifier" where words.count == 2: return .identifier(words[1])
    case "anchor" where words == ["anchor", "trusted"]: return .trusted
    case "certificate" where words.count == 4 && words[1] == "leaf[subject.OU]" && words[2] == "=":
      return .team(words[3])
    case "cdhash" where words.count == 2:
      guard words[1].hasPrefix("H"), let contents = Hexadecimal.bytes(Substring(words[1].dropFirst().lowercased())),
        contents.count == ConsentClient.requirementSize
      else { return nil }
      return .contents(contents)
    default: return nil
    }
  }

  /// The words without comments and quotes. Nil where one of them has no end.
  private static func words(_ text: String) -> [String]? {
    var rest = Substring(text)
    var words: [String] = []
    var isJoined = false
    func append(_ part: Substring) {
      if isJoined, let last = words.popLast() { words.append(last + part) } else { words.append(String(part)) }
    }
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
        isJoined = false
      } else if rest.hasPrefix("/*") {
        guard let end = position(of: "*/", in: rest.dropFirst(2)) else { return nil }
        rest = rest[end...].dropFirst(2)
        isJoined = false
      } else if first == "\"" {
        let quoted = rest.dropFirst()
        guard let end = quoted.firstIndex(of: "\""), !quoted[..<end].contains("\\") else { return nil }
        append(quoted[..<end])
        rest = quoted[quoted.index(after: end)...]
        isJoined = true
      } else if first == "=" {
        words.append("=")
        rest.removeFirst()
        isJoined = false
      } else {
        let word = rest.prefix { !$0.isWhitespace && $0 != "\"" && $0 != "=" }
        append(word)
        rest = rest[word.endIndex...]
        isJoined = true
      }
    }
    return words
  }

  private static func position(of mark: String, in text: Substring) -> Substring.Index? {
    var rest = text
    while !rest.isEmpty {
      if rest.hasPrefix(mark) { return rest.startIndex }
      rest.removeFirst()
    }
    return nil
  }
}

/// The known facts of an app's code, beside its name.
package struct AppCode: Sendable, Equatable {
  package let identifier: String
  /// The publisher's prefix; nil where nobody signed it.
  package let team: String?
  /// SHA-256 of the sealed list, or of a program's file.
  package let contents: [UInt8]

  package init(identifier: String, team: String?, contents: [UInt8]) {
    self.identifier = identifier
    self.team = team
    self.contents = contents
  }

  package init(_ app: InstalledApp) {
    let publisher = app.requirement.publisher
    self.init(identifier: app.identifier, team: publisher == .adHoc ? nil : publisher.team, contents: app.seal)
  }
}
