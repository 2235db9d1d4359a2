// SPDX-License-Identifier: Apache-2.0
package import PostgreSQLDatabase
package import SQLStatements
import SystemCalls

// MARK: - In sentences

extension PostgreSQLPlace.Defect {
  package var sentence: String {
    switch self {
    case .tooLong: "it is too long."
    case .notPair(let text): "‘\(text)’ is not WORD=VALUE; words are separated by one space each."
    case .unknownWord(let word): "‘\(word)’ is no word of it."
    case .twice(let word): "‘\(word)’ is there twice."
    case .missing(let word): "‘\(word)’ is missing: it is like host=/run/postgresql dbname=identity."
    case .value(let word): "‘\(word)’ is not what it must be."
    case .password: "passwords are not written here, but in a file that passfile= names."
    case .notVerified: "a server that is reached over the network must be checked: sslmode=verify-full."
    }
  }
}

extension PostgreSQLRefusal {
  package var sentence: String {
    switch self {
    case .environment(let name): "the environment has \(name), which would change what database is used: unset it."
    case .passfileOfOthers(let path): "\(path) must be this user’s, and for nobody else to read: chmod 600."
    case .socketFolderOfOthers(let path):
      "anybody can make a socket in \(path): PostgreSQL’s must be in a folder of its own."
    case .system(let path, let error): "\(path): \(error.reason)."
    }
  }
}

extension SQLError {
  /// The sentence about a database that was asked, in its own words where it has any.
  package var sentence: String {
    kind == .ownedByAnother
      ? "the database is not this provider’s alone: another role has ‘\(words)’ in it, and could have made it to read what is put there.\nTry: a database that this role owns, where nobody else may make tables"
      : "the database cannot be used: \(words.isEmpty ? description : words)"
  }
}
