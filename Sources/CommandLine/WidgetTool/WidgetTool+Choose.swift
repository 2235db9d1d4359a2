// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import TerminalConsole
import WidgetCommands
import WidgetModel
import WidgetService

// MARK: - choose

extension WidgetTool {
  func choose(_ source: WidgetSource, _ kind: String?, _ words: [String], json: Bool) throws(WidgetFailure) {
    let words = words == ["-"] ? try typed() : words
    var choices = try WidgetChoices(painter(source), kind: kind)
    // One that is wrong changes nothing.
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw .noParameter(word, of: choices.kind) }
      try choices.choose(parts[0], parts[1])
    }
    guard words.isEmpty else { return try choices.keep() }
    if json { return console.print(.array(choices.parameters.map(\.json))) }
    for parameter in choices.parameters {
      let words = [parameter.description.name, parameter.shown, parameter.offered]
      console.print(words.map { Printable.oneLine($0) }.joined(separator: "\t"))
    }
    if choices.parameters.isEmpty { console.note("bailey: there is nothing to choose for this widget.") }
  }

  /// The lines of standard input, which other users cannot read as they can a program's words.
  private func typed() throws(WidgetFailure) -> [String] {
    guard let bytes = try? console.readAll(atMost: 64 << 10), let text = String(validating: bytes, as: UTF8.self) else {
      throw .noParameter("-", of: "-")
    }
    return text.split(separator: "\n").map(String.init)
  }
}

extension WidgetChoices.Parameter {
  /// What is chosen, by the name of the choice.
  fileprivate var shown: String { options.first { $0.value == value }?.title ?? value.text }

  fileprivate var offered: String {
    options.isEmpty ? description.form.word : options.map(\.title).joined(separator: " | ")
  }

  fileprivate var json: JSONValue {
    .members([
      "name": .string(description.name), "title": .string(description.title), "value": .string(value.text),
      "chosen": .bool(chosen != nil), "form": .string(description.form.word),
      "options": .array(
        options.map { .members(["title": .string($0.title), "value": .string($0.value.text)]) }),
    ])
  }
}

extension ParameterDescription.Form {
  fileprivate var word: String {
    switch self {
    case .bool: "true | false"
    case .whole: "a whole number"
    case .number: "a number"
    case .text: "text"
    case .date: "a date"
    case .option, .entity: "a choice"
    }
  }
}
