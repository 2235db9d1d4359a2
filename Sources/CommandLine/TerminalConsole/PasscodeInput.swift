// SPDX-License-Identifier: Apache-2.0
package import Events
import OwnProcess
package import SecretMemory
package import SystemCalls

/// Asks for passcodes: on a terminal without showing them, else line by line from standard input.
package struct PasscodeInput: Sendable {
  let console: Console
  /// The notifier that ends the input when the question has an answer from elsewhere.
  private let over: ThreadNotifier?

  package init(console: Console, until over: ThreadNotifier? = nil) {
    self.console = console
    self.over = over
  }

  /// Asks for an existing passcode.
  package func read(_ question: String) throws(PasscodeInputError) -> SecretBytes {
    console.inputIsTerminal ? try ask(question) : try readLine(.file)
  }

  /// Asks for a new passcode, on a terminal twice.
  package func readNew(_ question: String) throws(PasscodeInputError) -> SecretBytes {
    let passcode = try read(question)
    guard console.inputIsTerminal else { return passcode }
    let again = try ask("Again: ")
    guard same(passcode, again) else { throw .different }
    return passcode
  }

  private func ask(_ question: String) throws(PasscodeInputError) -> SecretBytes {
    try Terminal.withRawKeys(console.input.raw) { () throws(PasscodeInputError) in
      console.writeInPlace(question)
      defer { console.writeInPlace("\n") }
      return try readLine(.keys)
    }
  }

  /// Reads byte by byte, so that nothing after the line is consumed and nothing of it is left in a buffer.
  private func readLine(_ source: PasscodeLine.Source) throws(PasscodeInputError) -> SecretBytes {
    var line = PasscodeLine()
    var step = PasscodeLine.Step.unfinished
    var byte = SecretBytes(count: 1) { _ in }
    while step == .unfinished {
      guard console.isAwaited(until: over) else { throw .cancelled }
      let count: Int
      do {
        count = try byte.withMutableBytes { span throws(SystemError) in
          try console.input.readAvailable(into: &span)
        }
      } catch {
        throw .unreadable(error)
      }
      if count == 0 { break }
      step = line.take(byte.withBytes { $0[0] }, from: source)
    }
    if step == .cancelled { throw .cancelled }
    if line.isTooLong { throw .tooLong }
    guard let passcode = line.passcode() else { throw step == .complete ? .empty : .ended }
    return passcode
  }

  private func same(_ one: borrowing SecretBytes, _ other: borrowing SecretBytes) -> Bool {
    one.withBytes { one in
      other.withBytes { other in
        guard one.count == other.count else { return false }
        var difference: UInt8 = 0
        for index in one.indices { difference |= one[index] ^ other[index] }
        return difference == 0
      }
    }
  }
}

/// Why no passcode could be read.
package enum PasscodeInputError: Error, Equatable, Sendable {
  case empty, tooLong, different, cancelled
  /// Standard input had no line for it.
  case ended
  case unreadable(SystemError)
}
