// SPDX-License-Identifier: Apache-2.0

// MARK: - zsh

extension Command {
  func zshCompletion(_ program: String) -> [String] {
    let function = "_\(identifier(program))"
    let functions = pathsForCompletion.flatMap { path, command in
      command.zshFunction(named: function + path.replacing("/", with: "_"))
    }
    return [
      "#compdef \(program)",
      "# zsh completion for \(program), written by '\(program) completions zsh'",
    ] + functions + [
      "if [ \"$funcstack[1]\" = \(function) ]; then",
      "  \(function) \"$@\"",
      "else",
      "  compdef \(function) \(program)",
      "fi",
    ]
  }

  private func zshFunction(named function: String) -> [String] {
    guard case .group = content else {
      let specifications = zshOptions + zshPositionals + ["'(- *)'{-h,--help}'[Show help.]'"]
      return ["\(function)() {", "  _arguments -s \\"] + specifications.dropLast().map { "    \($0) \\" }
        + specifications.suffix(1).map { "    \($0)" } + ["}"]
    }
    let choices = shownCommands.map { quoted("\($0.name):\($0.summary)", for: .zsh) } + ["'help:Explain a command.'"]
    return [
      "\(function)() {",
      "  local -a commands line",
      "  local state",
      "  commands=(",
    ] + choices.map { "    \($0)" } + [
      "  )",
      "  _arguments -C '1: :->command' '*:: :->rest'",
      "  case $state in",
      "    command) _describe -t commands command commands ;;",
      "    rest)",
      "      case $line[1] in",
    ] + shownCommands.map { "        \($0.name)) \(function)_\($0.name) ;;" } + [
      "      esac ;;",
      "  esac",
      "}",
    ]
  }

  private var zshOptions: [String] {
    options.map { option in
      let summary = option.summary.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
      let value = option.value.map { ":\($0.placeholder):\($0.zshAction)" } ?? ""
      let body = quoted("[\(summary)]\(value)", for: .zsh)
      let assigned = option.value == nil ? "" : "="
      guard let letter = option.letter else { return "'\(option.spelling)\(assigned)'\(body)" }
      return "'(-\(letter) \(option.spelling))'{-\(letter),\(option.spelling)\(assigned)}\(body)"
    }
  }

  private var zshPositionals: [String] {
    positionals.enumerated().map { index, positional in
      let many = positional.count == .oneOrMore || positional.count == .any
      let position = many ? "*" : "\(index + 1)\(positional.count == .optional ? ":" : "")"
      return quoted("\(position):\(positional.value.placeholder):\(positional.value.zshAction)", for: .zsh)
    }
  }
}

extension Value {
  fileprivate var zshAction: String {
    switch kind {
    case .file: "_files"
    case .folder: "_files -/"
    case .choice(let choices): "(\(choices.joined(separator: " ")))"
    case .listed(let command):
      "{local -a listed; listed=(\"${(@f)$(_call_program listed \"${(q)service}\" \(command.joined(separator: " ")) 2>/dev/null)}\"); compadd -a listed}"
    case .text, .number, .form: " "
    }
  }
}
