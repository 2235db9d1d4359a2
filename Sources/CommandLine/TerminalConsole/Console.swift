// SPDX-License-Identifier: Apache-2.0
package import Events
package import JSONCoding
import OwnProcess
package import SystemCalls

/// The streams that commands read and write: the terminal a person sits at, or the files of a script.
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

  /// A console of the same streams, with another input.
  package func reading(_ input: consuming FileDescriptor) throws(SystemError) -> Console {
    Console(input: input, output: try output.duplicate(), errors: try errors.duplicate())
  }

  /// Prints a result. A failure to write is ignored: results that must arrive are delivered.
  package func print(_ text: String, ending: Ending = .line) {
    write(ending == .line ? text + "\n" : text, to: output)
  }

  /// Prints a result on which depends what is done next: throws where it cannot be written.
  package func deliver(_ line: String) throws(SystemError) { try output.write(Array((line + "\n").utf8).span) }

  package enum Ending: Sendable { case line, asItIs }

  package func print(_ value: JSONValue) { print(value.text) }

  /// Prints a secret as it is, without copying it.
  package func print(bytes: Span<UInt8>) { try? output.write(bytes) }

  /// Prints a message besides the result.
  package func note(_ text: String) { write(text + "\n", to: errors) }

  /// Prints text without a line end: a question, or a progress bar.
  package func writeInPlace(_ text: String) { write(text, to: errors) }

  /// The next line of the input, read byte by byte so that nothing after it is consumed. Nil at the end, and where the
  /// input fails; nil too when what is asked has an answer from elsewhere.
  package func readLine(until over: ThreadNotifier? = nil) -> String? {
    var line: [UInt8] = []
    var byte: [UInt8] = [0]
    while line.count < 1 << 16 {
      guard isAwaited(until: over) else { return nil }
      var span = byte.mutableSpan
      guard let count = try? input.readAvailable(into: &span), count == 1 else {
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
      }
      if byte[0] == UInt8(ascii: "\n") { break }
      line.append(byte[0])
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Waits for input. False where the wait is over without any; what was typed halfway answers nothing else.
  func isAwaited(until over: ThreadNotifier?) -> Bool {
    guard let over else { return true }
    _ = try? Poll.readable([input.raw, over.raw])
    guard over.isNotified else { return true }
    Terminal.forgetTyped(input.raw)
    return false
  }

  /// The input up to its end, `limit` bytes at the most.
  package func readAll(atMost limit: Int) throws(SystemError) -> [UInt8] { try input.readToEnd(atMost: limit) }

  /// Reads the available input once, into memory of the caller's: 0 at the end.
  package func readAvailable(into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Int {
    try input.readAvailable(into: &buffer)
  }

  package var inputIsTerminal: Bool { Terminal.isTerminal(input.raw) }
  /// Colours are for terminals.
  package var outputIsTerminal: Bool { Terminal.isTerminal(output.raw) }
  package var errorsAreTerminal: Bool { Terminal.isTerminal(errors.raw) }

  private func write(_ text: String, to descriptor: borrowing FileDescriptor) {
    try? descriptor.write(Array(text.utf8).span)
  }
}

/// Emphasis on a terminal.
package enum Style: String, Sendable {
  case good = "\u{1B}[32m"
  case bad = "\u{1B}[31m"
  case strong = "\u{1B}[1m"

  package func text(_ text: String, on console: Console) -> String {
    console.outputIsTerminal ? rawValue + text + "\u{1B}[0m" : text
  }
}
