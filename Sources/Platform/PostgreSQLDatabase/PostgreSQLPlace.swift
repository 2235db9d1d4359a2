// SPDX-License-Identifier: Apache-2.0

/// The place of a PostgreSQL database, and as whom it is used: words as libpq has them, such as `host=/run/postgresql
/// dbname=identity user=identity`.
///
/// A password is no word of it: it is in a passfile, or the server knows who asks. A server is reached through a socket of this machine,
/// or over TLS with its certificate checked against its name, so that nobody else is told the password or the rows.
package struct PostgreSQLPlace: Sendable, Equatable {
  /// The place as it was written.
  package let text: String
  let words: [String: String]

  package enum Defect: Error, Equatable, Sendable {
    case tooLong
    /// The word is not of the form `word=value`.
    case notPair(String)
    case unknownWord(String)
    case twice(String)
    case missing(String)
    /// The word's value is not of its form.
    case value(String)
    /// Passwords are not written here.
    case password
    /// A server that is reached over the network must be checked: `sslmode=verify-full`.
    case notVerified
  }

  static let longest = 1024
  private static let known: Set<String> = [
    "host", "port", "dbname", "user", "passfile", "sslmode", "sslrootcert", "sslcert", "sslkey",
  ]
  private static let paths: Set<String> = ["passfile", "sslrootcert", "sslcert", "sslkey"]

  package init(_ text: String) throws(Defect) {
    guard text.utf8.count <= Self.longest else { throw .tooLong }
    var words: [String: String] = [:]
    for pair in text.split(separator: " ", omittingEmptySubsequences: false) {
      guard let sign = pair.firstIndex(of: "=") else { throw .notPair(String(pair)) }
      let word = String(pair[..<sign])
      if word == "password" { throw .password }
      guard Self.known.contains(word) else { throw .unknownWord(word) }
      let value = String(pair[pair.index(after: sign)...])
      guard Self.isAllowed(value, for: word) else { throw .value(word) }
      guard words.updateValue(value, forKey: word) == nil else { throw .twice(word) }
    }
    for word in ["host", "dbname"] where words[word] == nil { throw .missing(word) }
    (self.text, self.words) = (text, words)
    if socketFolder == nil, words["sslmode"] != "verify-full" { throw .notVerified }
  }

  private static func isAllowed(_ value: String, for word: String) -> Bool {
    let isPrintable = value.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isPrintable, !value.isEmpty, !value.contains("'"), !value.contains("\\") else { return false }
    return switch word {
    case "port": UInt16(value).map { $0 > 0 } ?? false
    case "sslmode": value == "verify-full"
    // One: of several, libpq would take whichever answers.
    case "host": !value.contains(",") && !value.hasPrefix("@")
    case _ where paths.contains(word): value.hasPrefix("/")
    default: true
    }
  }

  /// The folder of the server's socket; nil for a server that is reached over the network.
  var socketFolder: String? { words["host"].flatMap { $0.hasPrefix("/") ? $0 : nil } }
}
