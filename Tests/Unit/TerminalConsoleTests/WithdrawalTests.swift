// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TerminalConsole
import Events
import SystemCalls

@Suite struct WithdrawalTests {
  @Test func `A question that is over elsewhere waits for no line, and takes none that begun`() throws {
    let input = try Pipe()
    let output = try Pipe()
    let console = Console(
      input: try input.reading.duplicate(), output: try output.writing.duplicate(),
      errors: try output.writing.duplicate())
    let over = try ThreadNotifier()
    try input.writing.write(Array("one\ntwo".utf8).span)
    #expect(console.readLine(until: over) == "one")
    over.notify()
    #expect(console.readLine(until: over) == nil)
    #expect(console.readChoice(["?"], ["yes"], until: over) == nil)
    #expect(throws: PasscodeInputError.cancelled) {
      _ = try PasscodeInput(console: console, until: over).read("Passcode: ")
    }
    try input.writing.write(Array(" more\n".utf8).span)
    #expect(console.readLine() == "two more")
  }
}
