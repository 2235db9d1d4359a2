// SPDX-License-Identifier: Apache-2.0

/// The placeholders of a text until somebody writes the real words: names for them, and variables that nothing fills
/// in.
enum TextPlaceholder {
  static func first(in text: String) -> String? {
    let lower = text.lowercased()
    if blank.contains(lower) { return lower }
    return phrases.first { lower.contains($0) } ?? mark(in: text) ?? variable(in: text)
  }

  /// A text that is nothing else.
  private static let blank: Set<String> = [
    "test", "test.", "string", "description", "description.", "todo", "todo.", "tbd", "tbd.", "reason", "reason.",
  ]
  private static let phrases = [
    "todo:", "lorem ipsum", "usage description", "usagedescription", "your app name", "app name here", "{{", "$(", "${",
    "%@",
  ]
  private static let marks: Set<String> = [
    "TODO", "TBD", "FIXME", "XXX", "XXXX", "lorem", "ipsum", "placeholder", "PLACEHOLDER",
  ]

  /// `TODO`, or a name such as `YOUR_APP`: no word of a language has a line below it. In small letters “todo” is a word of
  /// Spanish.
  private static func mark(in text: String) -> String? {
    text.split { !isOfName($0) }.map(String.init).first { word in
      marks.contains(word) || (word.contains("_") && word.contains(where: \.isLetter))
    }
  }

  /// `$NAME`, `%NAME%`, `<name>`, `[app name]`, `{0}`.
  private static func variable(in text: String) -> String? {
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      let rest = characters[(index + 1)...]
      switch character {
      case "$":
        let name = rest.prefix(while: isOfName)
        if name.first?.isLetter == true { return "$" + String(name) }
      case "%":
        let name = rest.prefix(while: isOfName)
        if name.first?.isLetter == true, rest.dropFirst(name.count).first == "%" { return "%\(String(name))%" }
      case "{", "<", "[":
        let closing: Character = character == "{" ? "}" : character == "<" ? ">" : "]"
        let name = rest.prefix { $0 != closing }
        guard name.count < rest.count, let first = name.first, first.isLetter || first.isNumber else { continue }
        return "\(character)\(String(name))\(closing)"
      default: continue
      }
    }
    return nil
  }

  private static func isOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
