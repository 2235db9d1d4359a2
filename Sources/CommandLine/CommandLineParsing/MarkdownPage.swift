// SPDX-License-Identifier: Apache-2.0

extension Command {
  /// The manual page as Markdown: CommonMark with GitHub's tables.
  ///
  /// A table of all commands comes first; then each command has a heading, which the table links to.
  package func markdown(_ page: ManualPage) -> String {
    let tree = shownTree()
    var blocks = [
      "<!-- SPDX-License-Identifier: Apache-2.0 -->",
      "# The commands of \(page.program)",
      "`\(page.program) help COMMAND` prints each part of this page, `\(page.program) manual --markdown` all of it.",
      table(of: tree, program: page.program),
    ]
    for (path, command) in tree {
      blocks += command.markdownBlocks(after: [page.program] + path, depth: path.count + 1)
    }
    blocks += page.sections.flatMap(\.markdownBlocks)
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func table(of tree: [(path: [String], command: Command)], program: String) -> String {
    let rows = tree.filter(\.command.shownCommands.isEmpty).map { path, command in
      let words = [program] + path
      return "| [`\(words.joined(separator: " "))`](#\(words.joined(separator: "-"))) | \(cell(command.summary)) |"
    }
    return (["| command | what it does |", "|---|---|"] + rows).joined(separator: "\n")
  }

  private func markdownBlocks(after words: [String], depth: Int) -> [String] {
    var blocks = [String(repeating: "#", count: depth) + " " + words.joined(separator: " ")]
    if shownCommands.isEmpty { blocks.append("    " + synopsis(after: words)) }
    blocks += ([summary] + details).map { escaped($0) }
    var terms = positionals.map { item($0.value.placeholder, $0.explanation) }
    terms += options.map { item($0.helpSpelling, $0.explanation) }
    return terms.isEmpty ? blocks : blocks + [terms.joined(separator: "\n")]
  }
}

extension ManualPage.Section {
  /// Terms that follow one another are one list, and examples one block.
  fileprivate var markdownBlocks: [String] {
    var blocks = ["## \(title.prefix(1))\(title.dropFirst().lowercased())"]
    var last: ManualPage.Entry?
    for entry in entries {
      if let last, entry.continues(last) {
        blocks[blocks.count - 1] += "\n" + entry.markdownBlock
      } else {
        blocks.append(entry.markdownBlock)
      }
      last = entry
    }
    return blocks
  }
}

extension ManualPage.Entry {
  fileprivate var markdownBlock: String {
    switch self {
    case .paragraph(let text): escaped(text)
    case .term(let term, let text): item(term, text)
    case .example(let line): "    " + line
    }
  }

  fileprivate func continues(_ last: Self) -> Bool {
    switch (last, self) {
    case (.term, .term), (.example, .example): true
    default: false
    }
  }
}

private func item(_ term: String, _ text: String) -> String { "- `\(term)`: \(escaped(text))" }

/// A cell of a table ends at a bar, even inside of code.
private func cell(_ text: String) -> String { escaped(text, "\\`*<[|") }

/// Text as Markdown shows it unchanged. Underscores inside of words mean nothing there.
private func escaped(_ text: String, _ special: String = "\\`*<[") -> String {
  var result = ""
  for character in text {
    if special.contains(character) { result += "\\" }
    result.append(character)
  }
  return result
}
