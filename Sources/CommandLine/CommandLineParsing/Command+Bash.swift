// SPDX-License-Identifier: Apache-2.0

// MARK: - bash

extension Command {
  func bashCompletion(_ program: String) -> [String] {
    let paths = pathsForCompletion
    let function = "_\(identifier(program))"
    return [
      "# bash completion for \(program), written by '\(program) completions bash'",
      "\(function)() {",
      "  local current=${COMP_WORDS[COMP_CWORD]} place= option= position=0 words= word i",
      // The words before the cursor: which command they lead to, and how many of its own words are there.
      "  for ((i = 1; i < COMP_CWORD; i++)); do",
      "    word=${COMP_WORDS[i]}",
      "    if [[ $word == = ]]; then continue; fi",
      "    if [[ -n $option ]]; then option=; continue; fi",
      "    case \"$place/$word\" in",
      "      " + paths.dropFirst().map { quoted($0.path, for: .bash) }.joined(separator: " | ")
        + ") place=\"$place/$word\" ;;",
    ] + valueOptionCases(paths) + [
      "      */-*) ;;",
      "      *) position=$((position + 1)) ;;",
      "    esac",
      "  done",
      "  if [[ $current == = ]]; then current=; fi",
      "  COMPREPLY=()",
      "  if [[ -n $option ]]; then",
      "    case \"$place/$option\" in",
    ] + optionValueCases(paths) + [
      "    esac",
      "  elif [[ $current == -* ]]; then",
      "    case \"$place\" in",
    ] + paths.map { "      \(quoted($0.path, for: .bash))) words=\(words($0.command.optionWords)) ;;" } + [
      "    esac",
      "  else",
      "    case \"$place:$position\" in",
    ] + wordCases(paths) + [
      "    esac",
      "  fi",
      "  if [[ $words == '<file>' ]]; then",
      "    compopt -o filenames",
      "    mapfile -t COMPREPLY < <(compgen -f -- \"$current\")",
      "  elif [[ $words == '<folder>' ]]; then",
      "    compopt -o filenames",
      "    mapfile -t COMPREPLY < <(compgen -d -- \"$current\")",
      // The words are compared and not expanded: what apps are called is theirs.
      "  elif [[ $words == '<list> '* ]]; then",
      "    while IFS= read -r word; do",
      "      if [[ $word == \"$current\"* ]]; then COMPREPLY+=(\"$word\"); fi",
      "    done < <(\"${COMP_WORDS[0]}\" ${words#'<list> '} 2>/dev/null)",
      "  else",
      "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")",
      "  fi",
      "}",
      "complete -F \(function) \(program)",
    ]
  }

  private var optionWords: [String] { options.map(\.spelling) + ["--help"] }

  private func words(_ words: [String]) -> String { quoted(words.joined(separator: " "), for: .bash) }

  private func words(of value: Value) -> String {
    switch value.kind {
    case .file: "'<file>'"
    case .folder: "'<folder>'"
    case .choice(let choices): words(choices)
    case .listed(let command): words(["<list>"] + command)
    case .text, .number, .form: "''"
    }
  }

  private func valueOptionCases(_ paths: [(path: String, command: Command)]) -> [String] {
    paths.flatMap { path, command in
      command.options.filter { $0.value != nil }.map { option in
        "      \(quoted("\(path)/\(option.spelling)", for: .bash))) option=$word ;;"
      }
    }
  }

  private func optionValueCases(_ paths: [(path: String, command: Command)]) -> [String] {
    paths.flatMap { path, command in
      command.options.compactMap { option in
        option.value.map { "      \(quoted("\(path)/\(option.spelling)", for: .bash))) words=\(words(of: $0)) ;;" }
      }
    }
  }

  private func wordCases(_ paths: [(path: String, command: Command)]) -> [String] {
    paths.flatMap { path, command in
      if case .group = command.content {
        return ["      \(quoted(path + ":0", for: .bash))) words=\(words(command.nextWords)) ;;"]
      }
      return command.positionals.enumerated().map { index, positional in
        let many = positional.count == .oneOrMore || positional.count == .any
        let pattern = quoted(path + ":", for: .bash) + (many ? "*" : "\(index)")
        return "      \(pattern)) words=\(words(of: positional.value)) ;;"
      }
    }
  }
}

/// A program's name as shells allow it in a function's name.
func identifier(_ program: String) -> String { String(program.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }
