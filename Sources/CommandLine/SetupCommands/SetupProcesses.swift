// SPDX-License-Identifier: Apache-2.0
import Advice
import Files
import Glibc
import OwnProcess
import Processes
import SystemCalls
import TerminalConsole

/// The commands that a set-up runs.
struct SetupProcesses {
  /// The maximum number of bytes of a command's answer that are read.
  static let most = 1 << 16

  /// Runs a command on the person's terminal.
  func succeeds(_ words: [String]) throws(CommandFailure) -> Bool {
    do throws(SystemError) {
      return try run(ChildPlan(path: "/usr/bin/env", arguments: ["--"] + words)) == 0
    } catch {
      throw .particular("\(words[0]) cannot be started: \(error.reason).", .failed)
    }
  }

  /// The output of a command, which is not shown.
  func answer(_ words: [String]) throws(CommandFailure) -> String {
    do throws(SystemError) {
      let output = try MemoryFile()
      let nowhere = try FileDescriptor.open("/dev/null", O_RDWR)
      var plan = ChildPlan(path: "/usr/bin/env", arguments: ["--"] + words)
      plan.input = nowhere.raw
      plan.output = output.descriptor.raw
      plan.errors = nowhere.raw
      _ = try run(plan)
      return String(decoding: try output.descriptor.read(count: Self.most, at: 0), as: UTF8.self)
    } catch {
      throw .particular("\(words[0]) cannot be started: \(error.reason).", .failed)
    }
  }

  private func run(_ plan: ChildPlan) throws(SystemError) -> Int32 {
    guard case .exited(let code) = try ChildProcess.start(plan).wait() else { return -1 }
    return code
  }
}
