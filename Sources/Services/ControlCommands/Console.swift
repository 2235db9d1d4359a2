// SPDX-License-Identifier: Apache-2.0
package import LinuxSystem

/// Where commands read and write: the terminal a person sits at, or the files of a script.
package final class Console: Sendable {
  let input: FileDescriptor
  private let output: FileDescriptor
  private let errors: FileDescriptor

  /// Takes the descriptors over.
  package init(
    input: consuming FileDescriptor, output: consuming FileDescriptor, errors: consuming FileDescriptor
  ) {
    self.input = input
    self.output = output
    self.errors = errors
  }

  /// The streams this process was started with.
  package static func standard() -> Console {
    Console(input: FileDescriptor(owning: 0), output: FileDescriptor(owning: 1), errors: FileDescriptor(owning: 2))
  }

  /// A result. One that nobody reads is lost.
  package func print(_ text: String, ending: Ending = .line) {
    write(ending == .line ? text + "\n" : text, to: output)
  }

  package enum Ending: Sendable { case line, asItIs }

  package func print(_ value: JSONValue) { print(value.text) }

  /// Something to know besides the result.
  package func note(_ text: String) { write(text + "\n", to: errors) }

  /// Text that stays on its line: a question, or a bar that grows.
  func writeInPlace(_ text: String) { write(text, to: errors) }

  package var inputIsTerminal: Bool { Terminal.isTerminal(input.raw) }
  /// Colours and bars are for terminals.
  var outputIsTerminal: Bool { Terminal.isTerminal(output.raw) }
  var errorsAreTerminal: Bool { Terminal.isTerminal(errors.raw) }

  private func write(_ text: String, to descriptor: borrowing FileDescriptor) {
    try? descriptor.write(Array(text.utf8).span)
  }
}

/// Emphasis on a terminal.
enum Style: String {
  case good = "\u{1B}[32m"
  case bad = "\u{1B}[31m"
  case strong = "\u{1B}[1m"

  func text(_ text: String, on console: Console) -> String {
    console.outputIsTerminal ? rawValue + text + "\u{1B}[0m" : text
  }
}
