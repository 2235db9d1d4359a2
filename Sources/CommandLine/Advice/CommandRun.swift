// SPDX-License-Identifier: Apache-2.0
package import TerminalConsole

/// The end of every command: its result, or a sentence about what went wrong.
package enum CommandRun {
  package static func run(on console: Console, _ body: () throws(CommandFailure) -> Void) -> ExitCode {
    do throws(CommandFailure) {
      try body()
      return .done
    } catch {
      console.note("bailey: " + error.sentence)
      return error.exitCode
    }
  }
}
