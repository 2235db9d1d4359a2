// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A text file of commands and what they print, for anyone to read and write.
///
///     # A comment.
///     <| a line of standard input
///     $ the command, for a shell; bailey is found, with an instance of its own
///     1| a line of standard output
///     2| a line of standard error
///     = 3
///
/// The last line is the exit status, where it is not 0. `{home}`, `{mount}` and `{folder}` stand for the instance's own
/// paths, `{*}` for anything within a line, and a line of `...` for any lines.
struct Script: Sendable {
  let name: String
  let steps: [Step]

  struct Step: Sendable {
    var line = 0
    var command = ""
    var input: [String] = []
    var output: [String] = []
    var errors: [String] = []
    var code: Int32 = 0
  }

  init(name: String, text: String) throws {
    self.name = name
    var steps: [Step] = []
    var input: [String] = []
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      let (mark, rest) = (line.prefix(2), String(line.dropFirst(3)))
      switch mark {
      case "", "# ", "#": continue
      case "<|": input.append(rest)
      case "$ ":
        steps.append(Step(line: index + 1, command: String(line.dropFirst(2)), input: input))
        input = []
      case "1|" where !steps.isEmpty: steps[steps.count - 1].output.append(rest)
      case "2|" where !steps.isEmpty: steps[steps.count - 1].errors.append(rest)
      case "= " where !steps.isEmpty: steps[steps.count - 1].code = Int32(line.dropFirst(2)) ?? -1
      default: throw Mistake(line: index + 1, text: line)
      }
    }
    self.steps = steps
  }

  struct Mistake: Error {
    let line: Int
    let text: String
  }
}

/// Compares lines with their pattern.
enum LinePattern {
  static func matches(_ patterns: [String], _ lines: [String]) -> Bool {
    guard let first = patterns.first else { return lines.isEmpty }
    let rest = Array(patterns.dropFirst())
    if first == "..." {
      return (0...lines.count).contains { matches(rest, Array(lines.dropFirst($0))) }
    }
    guard let line = lines.first, matches(first, line) else { return false }
    return matches(rest, Array(lines.dropFirst()))
  }

  private static func matches(_ pattern: String, _ line: String) -> Bool {
    let parts = pattern.components(separatedBy: "{*}")
    guard parts.count > 1 else { return pattern == line }
    var rest = line[...]
    for (index, part) in parts.enumerated() {
      if index == 0 {
        guard rest.hasPrefix(part) else { return false }
        rest = rest.dropFirst(part.count)
      } else if index == parts.count - 1 {
        return rest.hasSuffix(part)
      } else {
        guard let range = rest.range(of: part) else { return false }
        rest = rest[range.upperBound...]
      }
    }
    return true
  }
}
