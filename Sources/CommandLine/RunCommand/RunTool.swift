// SPDX-License-Identifier: Apache-2.0
import Advice
import AppModel
import AppStart
import BrokerClient
import InstanceAccess
import InstanceLayout
import ProcessIsolation
package import TerminalConsole

/// Starts an installed app.
package enum RunTool {
  /// Ends as the app ends: its exit code, or 128 and the signal that killed it.
  package static func run(_ name: String, _ arguments: [String], on console: Console) -> Int32 {
    var code = ExitCode.failed.rawValue
    let failure = CommandRun.run(on: console) { () throws(CommandFailure) in
      // Where there are none, `baileyd` may not even see which program asks.
      do throws(UserNamespaces.Forbidden) { try UserNamespaces.require() } catch { throw CommandFailure(error) }
      let location = try BrokerAccess.location()
      let apps = try AppDirectory(installedOf: BrokerClient(socket: location.brokerSocket))
      let app = try apps.installedApp(name)
      try DeclaredScreens.check(app.info, of: app.identifier)
      let start = AppStart(in: location) { console.note($0.sentence) }
      code = try starting { () throws(StartFailure) in try start.run(app.identifier, arguments) }
    }
    return failure == .done ? code : failure.rawValue
  }
}
