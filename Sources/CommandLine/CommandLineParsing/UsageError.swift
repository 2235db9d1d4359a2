// SPDX-License-Identifier: Apache-2.0

/// Words that do not fit the definition: at which command, and why.
package struct UsageError: Error, Equatable, Sendable {
  /// The words that were understood, without the program's own name.
  package let path: [String]
  package let problem: UsageProblem
}

/// Why words do not fit.
package enum UsageProblem: Equatable, Sendable {
  case missingCommand
  case unknownCommand(String, meant: String?)
  case unknownOption(String, meant: String?)
  case missingValue(option: String, placeholder: String)
  case unexpectedValue(option: String)
  case repeatedOption(String)
  case missingOption(String)
  case missingWord(placeholder: String)
  case unexpectedWord(String)
  case notAmongChoices(String, placeholder: String, choices: [String], meant: String?)
  case notANumber(String, placeholder: String, range: ClosedRange<Int>)
  case notOfForm(String, placeholder: String, form: String)
}

extension UsageError {
  /// The message for the person: the problem, a guess at what was meant, and where the help is.
  package func message(program: String) -> String {
    let place = ([program] + path).joined(separator: " ")
    let help = ([program, "help"] + path).joined(separator: " ")
    return "\(place): \(problem.sentence)\nSee '\(help)'."
  }
}

extension UsageProblem {
  var sentence: String {
    switch self {
    case .missingCommand: "which command?"
    case .unknownCommand(let word, let meant): "there is no command '\(word)'." + guess(meant)
    case .unknownOption(let word, let meant): "there is no option '\(word)'." + guess(meant)
    case .missingValue(let option, let placeholder): "'\(option)' needs a value: \(option) \(placeholder)"
    case .unexpectedValue(let option): "'\(option)' takes no value."
    case .repeatedOption(let option): "'\(option)' is given twice."
    case .missingOption(let option): "'\(option)' must be given."
    case .missingWord(let placeholder): "\(placeholder) is missing."
    case .unexpectedWord(let word): "'\(word)' is one word too many."
    case .notAmongChoices(let word, let placeholder, let choices, let meant):
      "'\(word)' is no \(placeholder)." + guess(meant) + " Choices: \(choices.joined(separator: ", "))."
    case .notANumber(let word, let placeholder, let range):
      "'\(word)' is no \(placeholder): give a number from \(range.lowerBound) to \(range.upperBound)."
    case .notOfForm(let word, let placeholder, let form): "'\(word)' is no \(placeholder): give \(form)."
    }
  }
}

private func guess(_ meant: String?) -> String {
  guard let meant else { return "" }
  return " Did you mean '\(meant)'?"
}
