// SPDX-License-Identifier: Apache-2.0

/// The parts of a manual page besides the commands themselves.
package struct ManualPage: Sendable {
  package let program: String
  package let version: String
  /// Paragraphs of the page's DESCRIPTION.
  package let description: [String]
  /// Sections after the commands, such as EXIT STATUS and FILES.
  package let sections: [Section]

  package struct Section: Sendable {
    package let title: String
    package let entries: [Entry]

    package init(_ title: String, _ entries: [Entry]) {
      self.title = title
      self.entries = entries
    }
  }

  package enum Entry: Sendable {
    case paragraph(String)
    /// A term and what it means.
    case term(String, String)
    /// A line as it is typed.
    case example(String)
  }

  package init(program: String, version: String, description: [String], sections: [Section]) {
    self.program = program
    self.version = version
    self.description = description
    self.sections = sections
  }
}

extension Command {
  /// The manual page in roff, for `man`: see groff_man(7).
  package func manual(_ page: ManualPage) -> String {
    var lines = [
      ".TH \(roff(page.program.uppercased())) 1 \"\" \"\(roff(page.program)) \(roff(page.version))\" \"User Commands\"",
      ".SH NAME",
      "\(roff(page.program)) \\- \(roff(summary))",
      ".SH SYNOPSIS",
      ".B \(roff(page.program))",
      "COMMAND [\\fIOPTION\\fR...] [\\fIWORD\\fR...]",
      ".SH DESCRIPTION",
    ]
    lines += page.description.flatMap { [".PP", roff($0)] }
    lines.append(".SH COMMANDS")
    for (path, command) in shownTree() where command.shownCommands.isEmpty {
      lines += command.manualSection(after: [page.program] + path)
    }
    for section in page.sections { lines += section.lines }
    return lines.joined(separator: "\n") + "\n"
  }

  private func manualSection(after words: [String]) -> [String] {
    let paragraphs = [summary] + details
    return [".SS \(roff(synopsis(after: words)))"] + paragraphs.flatMap { [".PP", roff($0)] }
      + positionals.flatMap { [".TP", ".I \(roff($0.value.placeholder))", roff($0.explanation)] }
      + options.flatMap { [".TP", ".B \(roff($0.helpSpelling))", roff($0.explanation)] }
  }
}

extension ManualPage.Section {
  fileprivate var lines: [String] {
    [".SH \(roff(title))"]
      + entries.flatMap { entry in
        switch entry {
        case .paragraph(let text): [".PP", roff(text)]
        case .term(let term, let text): [".TP", ".B \(roff(term))", roff(text)]
        case .example(let line): [".PP", ".RS 4", ".EX", roff(line), ".EE", ".RE"]
        }
      }
  }
}

/// Text as roff prints it unchanged: no escapes, no requests at the start of a line, hyphens that can be copied.
private func roff(_ text: String) -> String {
  var result = text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : ""
  for character in text {
    switch character {
    case "\\": result += "\\e"
    case "-": result += "\\-"
    case "\"": result += "\\(dq"
    case "'": result += "\\(aq"
    case "~": result += "\\(ti"
    case "^": result += "\\(ha"
    case "`": result += "\\(ga"
    case "\n": result += " "
    default: result.append(character)
    }
  }
  return result
}
