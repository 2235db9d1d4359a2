// SPDX-License-Identifier: Apache-2.0
import Events
import Glibc
import OwnProcess
import ProcessIsolation
import Processes
import SystemCalls
import TerminalConsole

/// `bailey-run`, which lies beside this program: it starts apps, and serves them while they run.
enum RuntimeProgram {
  private static let passedOn = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGCONT]

  /// Replaces this program in the same process. Returns only where that fails.
  static func become(_ words: [String], on console: Console) -> Int32 {
    let path: String
    do { path = try Self.path() } catch { return failed(error, console) }
    return failed(ProgramReplacement.become(path, words), console)
  }

  /// Runs the program beside this one, and ends as the app ends.
  static func run(_ words: [String], on console: Console) -> Int32 {
    do throws(SystemError) {
      let signals = try SignalDescriptor(passedOn)
      let child = try ChildProcess.start(ChildPlan(path: path(), arguments: words))
      while true {
        let ready = try Poll.readable([child.descriptor.raw, signals.descriptor.raw])
        if ready[1], let signal = signals.next() { try? child.send(signal) }
        guard ready[0] else { continue }
        switch try child.wait() {
        case .exited(let code): return code
        case .killed(let signal): return 128 + signal
        }
      }
    } catch {
      return failed(error, console)
    }
  }

  static func path() throws(SystemError) -> String { try Environment.executablePath() + "-run" }

  private static func failed(_ error: SystemError, _ console: Console) -> Int32 {
    console.note("bailey: bailey-run, which lies beside this program, cannot be started: \(error).")
    return ExitCode.failed.rawValue
  }
}
