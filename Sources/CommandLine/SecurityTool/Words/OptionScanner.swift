// SPDX-License-Identifier: Apache-2.0

/// Options as BSD's `getopt(3)` reads them: letters, up to the first word that is none.
struct OptionScanner {
  struct Found: Equatable {
    let letter: Character
    let value: String?
  }

  enum Problem: Error, Equatable {
    case unknown(Character)
    case noValue(Character)
  }

  private(set) var options: [Found] = []
  private(set) var rest: ArraySlice<String>
  private let specification: [Character: Bool]

  /// `"ab:"`: `a` is a switch, `b` takes a value, which may follow at once or as the next word.
  init(_ specification: String, _ words: ArraySlice<String>) throws(Problem) {
    var letters: [Character: Bool] = [:]
    var last: Character?
    for character in specification {
      if character == ":", let last { letters[last] = true } else { letters[character] = false }
      last = character
    }
    self.specification = letters
    rest = words
    while let word = rest.first, word.hasPrefix("-"), word != "-" {
      rest.removeFirst()
      if word == "--" { break }
      try scan(word.dropFirst())
    }
  }

  private mutating func scan(_ letters: Substring) throws(Problem) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let takesValue = specification[letter] else { throw .unknown(letter) }
      guard takesValue else {
        options.append(Found(letter: letter, value: nil))
        continue
      }
      let value = letters.isEmpty ? rest.popFirst() : String(letters)
      guard let value else { throw .noValue(letter) }
      options.append(Found(letter: letter, value: value))
      return
    }
  }
}
