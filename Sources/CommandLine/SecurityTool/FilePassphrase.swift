// SPDX-License-Identifier: Apache-2.0
import SecretMemory
import TerminalConsole
import Threads

/// The passphrase of a file that is read: as an option has it, or as the person types it, who is asked once, when it is needed.
final class FilePassphrase: Sendable {
  private let given: [UInt8]?
  private let console: Console
  private let typed = Locked<Typed?>(nil)

  private final class Typed: Sendable {
    let text: SecretBytes
    init(_ text: consuming SecretBytes) { self.text = text }
  }

  init(_ given: [UInt8]?, _ console: Console) {
    self.given = given
    self.console = console
  }

  /// Gives the passphrase. Who types nothing means the empty one.
  func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let given { return try body(given.span) }
    let typed = typed.withLock { typed in
      if typed == nil, let text = try? PasscodeInput(console: console).read("Enter the password for the file: ") {
        typed = Typed(text)
      }
      return typed
    }
    let none: [UInt8] = []
    guard let typed else { return try body(none.span) }
    return try typed.text.withBytes(body)
  }
}
