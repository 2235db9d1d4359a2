// SPDX-License-Identifier: Apache-2.0

/// The arguments that were typed after a command, checked against its definition.
package struct Arguments: Sendable, Equatable {
  var switches: Set<String> = []
  var values: [String: [String]] = [:]
  var words: [String: [String]] = [:]

  package func has(_ option: Option) -> Bool { switches.contains(option.name) }

  package func value(of option: Option) -> String? { values[option.name]?.last }

  /// The values of an option that may be given more than once.
  package func values(of option: Option) -> [String] { values[option.name] ?? [] }

  package func number(of option: Option) -> Int? { value(of: option).flatMap { Int($0) } }

  package func values(of positional: Positional) -> [String] { words[positional.value.placeholder] ?? [] }

  package func value(of positional: Positional) -> String? { values(of: positional).first }
}

/// The request that a line of words makes.
package enum Invocation<Action: Sendable>: Sendable {
  case run(Action)
  /// The help of the command these words lead to.
  case help([String])
}
