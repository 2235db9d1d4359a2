// SPDX-License-Identifier: Apache-2.0

// MARK: - fish

extension Command {
  func fishCompletion(_ program: String) -> [String] {
    let paths = pathsForCompletion
    let test = "__\(identifier(program))_at"
    return [
      "# fish completion for \(program), written by '\(program) completions fish'",
      "function \(test)",
      "  set -l place ''",
      "  set -l words (commandline -opc)",
      "  for word in $words[2..]",
      "    contains -- $place/$word "
        + paths.dropFirst().map { quoted($0.path, for: .fish) }.joined(separator: " ")
        + "; and set place $place/$word",
      "  end",
      "  test \"$place\" = \"$argv[1]\"",
      "end",
      "complete -c \(program) -f",
    ]
      + paths.flatMap { path, command in
        let start = "complete -c \(program) -n \(quoted("\(test) '\(path)'", for: .fish))"
        return command.fishLines(program).map { "\(start) \($0)" }
      }
  }

  private func fishLines(_ program: String) -> [String] {
    let commands = shownCommands.map { "-a \($0.name) -d \(quoted($0.summary, for: .fish))" }
    let help = commands.isEmpty ? [] : ["-a help -d 'Explain a command.'"]
    let options = self.options.map { option in
      let letter = option.letter.map { " -s \($0)" } ?? ""
      let value = option.value.map { " -r" + $0.fishValues(program) } ?? ""
      return "-l \(option.name)\(letter)\(value) -d \(quoted(option.summary, for: .fish))"
    }
    let words = positionals.map { String($0.value.fishValues(program).dropFirst()) }.filter { !$0.isEmpty }
    return commands + help + options + words + ["-l help -s h -d 'Show help.'"]
  }
}

extension Value {
  fileprivate func fishValues(_ program: String) -> String {
    switch kind {
    case .file: " -F"
    case .folder: " -a '(__fish_complete_directories)'"
    case .choice(let choices): " -a \(quoted(choices.joined(separator: " "), for: .fish))"
    case .listed(let command):
      " -a '(\(program) \(command.joined(separator: " ")) 2>/dev/null)'"
    case .text, .number, .form: ""
    }
  }
}
