// SPDX-License-Identifier: Apache-2.0

/// The help of one command, as `PROGRAM help COMMAND` prints it.
package struct HelpText: Sendable {
  private var lines: [String] = []

  /// `path` are the words that lead to the command, without the program's name.
  package init<Action>(of command: Command<Action>, program: String, path: [String]) {
    let words = [program] + path
    lines += wrapped(command.summary, indent: 0)
    lines += ["", "Usage: " + command.synopsis(after: words)]
    for paragraph in command.details { lines += [""] + wrapped(paragraph, indent: 0) }
    add("Commands", command.shownCommands.map { ($0.name, $0.summary) })
    add("Arguments", command.positionals.map { ($0.value.placeholder, $0.explanation) })
    add("Options", command.options.map { ($0.helpSpelling, $0.explanation) } + [("-h, --help", "Show this help.")])
    if !command.shownCommands.isEmpty {
      let more = ([program, "help"] + path + ["COMMAND"]).joined(separator: " ")
      lines += ["", "'\(more)' explains a command."]
    }
  }

  package var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func add(_ title: String, _ rows: [(term: String, text: String)]) {
    guard !rows.isEmpty else { return }
    lines += ["", "\(title):"]
    let column = min(26, (rows.map(\.term.count).max() ?? 0) + 4)
    for row in rows {
      let explained = wrapped(row.text, indent: column)
      let start = "  " + row.term
      if start.count + 2 <= column, let first = explained.first {
        lines.append(start + first.dropFirst(start.count))
        lines += explained.dropFirst()
      } else {
        lines.append(start)
        lines += explained
      }
    }
  }
}

extension Command {
  /// The command as it is typed, with placeholders.
  func synopsis(after words: [String]) -> String {
    var parts = words
    if case .group = content { parts.append("COMMAND") }
    parts += options.map(\.synopsis) + positionals.map(\.synopsis)
    return parts.joined(separator: " ")
  }
}

extension Option {
  var helpSpelling: String {
    let start = letter.map { "-\($0), " } ?? ""
    return start + spelling + (value.map { " " + $0.placeholder } ?? "")
  }

  var synopsis: String {
    let typed = letter.map { "-\($0)" } ?? spelling
    let whole = typed + (value.map { " " + $0.placeholder } ?? "")
    return need == .required ? whole : "[\(whole)]"
  }

  var explanation: String { summary + (value?.choicesSentence ?? "") }
}

extension Positional {
  var synopsis: String {
    switch count {
    case .one: value.placeholder
    case .optional: "[\(value.placeholder)]"
    case .oneOrMore: "\(value.placeholder)..."
    case .any: "[\(value.placeholder)...]"
    }
  }

  var explanation: String { summary + value.choicesSentence }
}

extension Value {
  fileprivate var choicesSentence: String {
    guard case .choice(let choices) = kind else { return "" }
    return " One of \(choices.joined(separator: ", "))."
  }
}

/// Breaks text at spaces so that indented lines fit a terminal of 80 columns.
private func wrapped(_ text: String, indent: Int) -> [String] {
  let margin = String(repeating: " ", count: indent)
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty && indent + line.count + 1 + word.count > 79 {
      lines.append(margin + line)
      line = ""
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  return lines + [margin + line]
}
