// SPDX-License-Identifier: Apache-2.0
package import Events

extension Console {
  /// Shows lines and what can be chosen, and returns the place of what the person chose; nil where they chose nothing, and
  /// when the question has an answer from elsewhere.
  ///
  /// Each line begins with a bar, and is one line whatever is in it: nothing in it can look like a choice.
  package func readChoice(
    _ lines: [String], _ choices: [String], asking question: String = "Number (Enter: decide nothing)",
    until over: ThreadNotifier? = nil
  ) -> Int? {
    for line in lines { note("| " + line.split(whereSeparator: \.isNewline).joined(separator: " ")) }
    for (number, choice) in zip(1..., choices) { note("\(number) \(choice)") }
    while true {
      writeInPlace(question + ": ")
      guard let answer = readLine(until: over), !answer.isEmpty else { return nil }
      if let number = Int(answer), choices.indices.contains(number - 1) { return number - 1 }
    }
  }
}
