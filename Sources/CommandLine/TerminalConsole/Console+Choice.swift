// SPDX-License-Identifier: Apache-2.0
import LinuxSystem

extension Console {
  /// Shows lines and what can be chosen, and returns the place of what the person chose; nil where they chose nothing, or
  /// nobody waits for it any more.
  ///
  /// Each line begins with a bar, and is one line whatever is in it: nothing in it can look like a choice.
  package func readChoice(_ lines: [String], _ choices: [String], while isAwaited: () -> Bool = { true }) -> Int? {
    for line in lines { note("| " + line.split(whereSeparator: \.isNewline).joined(separator: " ")) }
    for (number, choice) in zip(1..., choices) { note("\(number) \(choice)") }
    while true {
      writeInPlace("Number (Enter: decide nothing): ")
      guard waitsForLine(while: isAwaited), let answer = readLine(), !answer.isEmpty else { return nil }
      if let number = Int(answer), choices.indices.contains(number - 1) { return number - 1 }
    }
  }

  private static let pause = Duration.milliseconds(500)

  /// Whether somebody still waits for the answer when there is a line.
  private func waitsForLine(while isAwaited: () -> Bool) -> Bool {
    while let ready = try? Poll.readable([input.raw], within: Self.pause), ready != [true] {
      guard !isAwaited() else { continue }
      note("\nNobody waits for the answer any more.")
      return false
    }
    return true
  }
}
