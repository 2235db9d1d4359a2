// SPDX-License-Identifier: Apache-2.0

/// A word by which somebody means an app.
package struct AppWord: Sendable, Equatable {
  package let text: String
  /// The place that the word names; nil: no path.
  package let place: Place?

  /// The kind of file at a path, which is canonical here.
  package enum Place: Sendable, Equatable {
    case program(String)
    /// A script: the program that runs is its interpreter.
    case script(String)
    case folder(String)
    /// A file that nobody can start.
    case other(String)
    case missing(String)

    package var path: String {
      switch self {
      case .program(let path), .script(let path), .folder(let path), .other(let path), .missing(let path): path
      }
    }
  }

  package init(_ text: String, at place: Place? = nil) {
    self.text = text
    self.place = place
  }

  /// Whether a word is a path: one without a slash is a name, whatever lies in the current folder.
  package static func isPath(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "/")) }
}
