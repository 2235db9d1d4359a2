// SPDX-License-Identifier: Apache-2.0

extension Console {
  /// Shows lines and what can be chosen, and returns the place of what the person chose; nil where they chose nothing.
  ///
  /// Each line begins with a bar, and is one line whatever is in it: nothing in it can look like a choice.
  package func readChoice(_ lines: [String], _ choices: [String]) -> Int? {
    for line in lines { note("| " + line.split(whereSeparator: \.isNewline).joined(separator: " ")) }
    for (number, choice) in zip(1..., choices) { note("\(number) \(choice)") }
    while true {
      writeInPlace("Number (Enter: decide nothing): ")
      guard let answer = readLine(), !answer.isEmpty else { return nil }
      if let number = Int(answer), choices.indices.contains(number - 1) { return number - 1 }
    }
  }
}
