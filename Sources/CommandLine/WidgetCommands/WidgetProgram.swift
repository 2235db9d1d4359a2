// SPDX-License-Identifier: Apache-2.0
import OwnProcess
import Processes
package import TerminalConsole

/// Runs `bailey-widgets`, which lies beside this program and draws widgets. It says itself why it cannot go on.
package enum WidgetProgram {
  package static func run(_ words: [String], on console: Console) -> ExitCode {
    do {
      let program = try Environment.executablePath() + "-widgets"
      let child = try ChildProcess.start(ChildPlan(path: program, arguments: words))
      guard case .exited(let code) = try child.wait() else { return .failed }
      return ExitCode(rawValue: code) ?? .failed
    } catch {
      console.note("bailey: bailey-widgets, which lies beside this program, cannot be started: \(error).")
      return .failed
    }
  }
}
