// SPDX-License-Identifier: Apache-2.0

/// Reads the words after one command.
struct ArgumentReader {
  let options: [Option]
  let positionals: [Positional]
  let path: [String]
  private var arguments = Arguments()
  private var plain: [String] = []
  private var rest: ArraySlice<String> = []

  init(options: [Option], positionals: [Positional], path: [String]) {
    self.options = options
    self.positionals = positionals
    self.path = path
  }

  mutating func read(_ words: ArraySlice<String>) throws(UsageError) -> Arguments {
    rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        plain += rest
        rest = []
      } else if word.hasPrefix("--") {
        try readLong(word)
      } else if word.hasPrefix("-") && word != "-" {
        try readLetters(word)
      } else {
        plain.append(word)
      }
    }
    try requireOptions()
    try distribute()
    return arguments
  }

  private mutating func readLong(_ word: String) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let option = options.first(where: { $0.spelling == parts[0] }) else {
      let meant = closest(to: parts[0], among: options.map(\.spelling) + ["--help"])
      throw failure(.unknownOption(parts[0], meant: meant))
    }
    try set(option, typed: parts[0], attached: parts.count > 1 ? parts[1] : nil)
  }

  /// `-Rj`: switches may stand together; an option with a value comes last.
  private mutating func readLetters(_ word: String) throws(UsageError) {
    for letter in word.dropFirst() {
      let typed = "-\(letter)"
      guard let option = options.first(where: { $0.letter == letter }) else {
        throw failure(.unknownOption(typed, meant: nil))
      }
      guard option.value == nil || letter == word.last else {
        throw failure(.missingValue(option: typed, placeholder: option.value?.placeholder ?? ""))
      }
      try set(option, typed: typed, attached: nil)
    }
  }

  private mutating func set(_ option: Option, typed: String, attached: String?) throws(UsageError) {
    guard let value = option.value else {
      guard attached == nil else { throw failure(.unexpectedValue(option: typed)) }
      arguments.switches.insert(option.name)
      return
    }
    guard arguments.values[option.name] == nil || option.occurrence == .any else {
      throw failure(.repeatedOption(typed))
    }
    let word = attached ?? rest.first.flatMap { $0.hasPrefix("-") && $0 != "-" ? nil : $0 }
    guard let word else { throw failure(.missingValue(option: typed, placeholder: value.placeholder)) }
    if attached == nil { rest.removeFirst() }
    arguments.values[option.name, default: []].append(try checked(word, as: value))
  }

  private func requireOptions() throws(UsageError) {
    for option in options where option.need == .required {
      guard arguments.has(option) || arguments.value(of: option) != nil else {
        throw failure(.missingOption(option.spelling))
      }
    }
  }

  /// Gives each positional its words: each that must have one gets one, and the first that may have more gets the others.
  private mutating func distribute() throws(UsageError) {
    var unassigned = max(0, plain.count - positionals.count { $0.count.isRequired })
    var words = plain[...]
    for positional in positionals {
      let extra = positional.count.extraWords(of: unassigned)
      let share = extra + (positional.count.isRequired ? 1 : 0)
      unassigned -= extra
      guard words.count >= share else { throw failure(.missingWord(placeholder: positional.value.placeholder)) }
      for word in words.prefix(share) {
        arguments.words[positional.value.placeholder, default: []].append(try checked(word, as: positional.value))
      }
      words = words.dropFirst(share)
    }
    if let extra = words.first { throw failure(.unexpectedWord(extra)) }
  }

  private func checked(_ word: String, as value: Value) throws(UsageError) -> String {
    switch value.kind {
    case .text, .file, .folder, .listed: break
    case .form(let form):
      guard form.accepts(word) else {
        throw failure(.notOfForm(word, placeholder: value.placeholder, form: form.name))
      }
    case .number(let range):
      guard let number = Int(word), range.contains(number) else {
        throw failure(.notANumber(word, placeholder: value.placeholder, range: range))
      }
    case .choice(let choices):
      guard choices.contains(word) else {
        let meant = closest(to: word, among: choices)
        throw failure(.notAmongChoices(word, placeholder: value.placeholder, choices: choices, meant: meant))
      }
    }
    return word
  }

  private func failure(_ problem: UsageProblem) -> UsageError { UsageError(path: path, problem: problem) }
}
