// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// The help of `security`.
package enum SecurityHelp {
  package static var all: String {
    let head = [
      "Usage: security [-h] [-i] [-l] [-p prompt] [-q] [-v] [command] [opt ...]",
      "    -i    Run in interactive mode.",
      "    -p    Set the prompt to \"prompt\" (implies -i).",
      "    -q    Be less verbose.",
      "    -v    Be more verbose about what's going on.",
      "security commands are:",
    ]
    let commands = SecurityParser.commands.map { command in
      "    " + command.name + String(repeating: " ", count: max(1, 34 - command.name.count)) + command.summary
    }
    return (head + commands).joined(separator: "\n")
  }

  package static func usage(of name: String) -> String {
    guard let command = SecurityParser.commands.first(where: { $0.name == name }) else { return all }
    return "Usage: \(command.name) \(command.usage)\n\(command.summary)"
  }

  /// A number in decimal, or in hexadecimal after `0x`, as a status of 32 bits.
  package static func error(_ text: String) -> String {
    let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : nil
    let number =
      digits.map { UInt32($0, radix: 16).map { Int32(bitPattern: $0) } } ?? Int32(text)
      ?? UInt32(text).map { Int32(bitPattern: $0) }
    guard let number else { return "\(text) is not a valid error number." }
    let hexadecimal = String(UInt32(bitPattern: number), radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: 8 - hexadecimal.count) + hexadecimal
    return "Error: 0x\(padded) \(number) \(ResultMessages.message(for: number))"
  }
}
