// SPDX-License-Identifier: Apache-2.0

/// The shells that can be told how a program's words go on.
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

  /// This command and all shown below it, each with its place written as "/files/class".
  var placesForCompletion: [(place: String, command: Command)] {
    [("", self)] + shownTree().map { ("/" + $0.path.joined(separator: "/"), $0.command) }
  }

  /// What can follow this command besides words of its own: commands, or options.
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
