// SPDX-License-Identifier: Apache-2.0

/// The shells that a completion script can be printed for.
package enum Shell: String, Sendable, CaseIterable { case bash, zsh, fish }

extension Command {
  /// A script that teaches a shell to complete this program's commands, options and words.
  package func completionScript(for shell: Shell, program: String) -> String {
    let lines =
      switch shell {
      case .bash: bashCompletion(program)
      case .zsh: zshCompletion(program)
      case .fish: fishCompletion(program)
      }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The paths of this command and of all shown below it, each with its words written as "/files/class".
  var pathsForCompletion: [(path: String, command: Command)] {
    [("", self)] + shownTree().map { ("/" + $0.path.joined(separator: "/"), $0.command) }
  }

  /// The words that can follow this command: the commands of a group, or options.
  var nextWords: [String] {
    guard case .group = content else { return options.map(\.spelling) + ["--help"] }
    return shownCommands.map(\.name) + ["help"]
  }
}

/// A word or sentence as a single-quoted string, which bash, zsh and fish read alike up to the quote itself.
func quoted(_ text: String, for shell: Shell) -> String {
  var result = "'"
  for character in text {
    switch (character, shell) {
    case ("'", .fish): result += "\\'"
    case ("'", _): result += "'\\''"
    case ("\\", .fish): result += "\\\\"
    default: result.append(character)
    }
  }
  return result + "'"
}
