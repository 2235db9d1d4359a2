// SPDX-License-Identifier: Apache-2.0

/// `--name`, `--name VALUE` or `-n`.
package struct Option: Sendable {
  package let name: String
  package let letter: Character?
  /// nil: the option is a switch.
  package let value: Value?
  package let need: Need
  package let occurrence: Occurrence
  package let summary: String

  package enum Need: Sendable { case optional, required }

  /// How often an option with a value may be given.
  package enum Occurrence: Sendable { case once, any }

  package init(
    _ name: String, letter: Character? = nil, _ summary: String, value: Value? = nil, need: Need = .optional,
    occurrence: Occurrence = .once
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.need = need
    self.occurrence = occurrence
    self.summary = summary
  }

  var spelling: String { "--\(name)" }
}

/// A word that is known by its position.
package struct Positional: Sendable {
  package let value: Value
  package let count: Count
  package let summary: String

  package enum Count: Sendable { case one, optional, oneOrMore, any }

  package init(_ value: Value, _ summary: String, _ count: Count = .one) {
    self.value = value
    self.count = count
    self.summary = summary
  }
}

extension Positional.Count {
  var isRequired: Bool { self == .one || self == .oneOrMore }

  /// How many words it takes beyond the one it must have, where `count` are not assigned yet.
  func extraWords(of count: Int) -> Int {
    switch self {
    case .one: 0
    case .optional: min(1, count)
    case .oneOrMore, .any: count
    }
  }
}

/// Words of a form that no list of them could say.
package struct WordForm: Sendable, Equatable {
  /// The name of the accepted form, for messages: such as "a colour, such as #ff8800".
  package let name: String
  let accepts: @Sendable (String) -> Bool

  package init(_ name: String, _ accepts: @escaping @Sendable (String) -> Bool) {
    (self.name, self.accepts) = (name, accepts)
  }

  package static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}

/// The value of a word: its name in the help, its accepted forms, and its completions.
package struct Value: Sendable {
  package let placeholder: String
  package let kind: Kind

  package enum Kind: Sendable, Equatable {
    case text, file, folder
    case number(ClosedRange<Int>)
    case choice([String])
    case form(WordForm)
    /// One of the words that the program prints, a line each, when it is given these words.
    case listed([String])
  }

  package init(_ placeholder: String, _ kind: Kind = .text) {
    self.placeholder = placeholder
    self.kind = kind
  }
}
