// SPDX-License-Identifier: Apache-2.0
import Processes
import SystemCalls

// MARK: - console

extension Control {
  /// Runs `bailey-console`, which lies beside this program, until it ends. It says itself why it cannot go on.
  func showConsole() throws(ControlFailure) {
    do throws(SystemError) {
      let server = try ChildProcess.start(ChildPlan(path: program + "-console"))
      _ = try server.wait()
    } catch {
      throw .program(error)
    }
  }
}
