// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppStart
import BrokerClient
import BrokerMessages
import CommandExecution
import InstanceLayout
package import TerminalConsole

/// `bailey run`: an installed app is started, by its identifier or its name.
package enum AppRun {
  /// Ends as the app ends: its exit code, or 128 and the signal that killed it.
  package static func run(_ name: String, _ arguments: [String], on console: Console) -> Int32 {
    var code = ExitCode.failed.rawValue
    let failure = CommandRun.run(on: console) { () throws(CommandFailure) in
      try starting { () throws(StartFailure) in try UserNamespaces.require() }
      guard !name.isEmpty else {
        throw .particular("Name an app: bailey run APP, or bailey run --package DIR.", .usage)
      }
      let location = try BrokerConnection.location()
      let identifier = try identifier(of: name, BrokerClient(socket: location.brokerSocket))
      let start = AppStart(in: location) { console.note($0.sentence) }
      code = try starting { () throws(StartFailure) in try start.run(identifier, arguments) }
    }
    return failure == .done ? code : failure.rawValue
  }

  /// By its identifier, or by the name that people know where one app alone has it.
  private static func identifier(of name: String, _ client: BrokerClient) throws(CommandFailure) -> String {
    let apps: [InstalledApp]
    do { apps = try client.installedApps() } catch { throw .broker(error) }
    if apps.contains(where: { $0.identifier == name }) { return name }
    let known = apps.filter { $0.description.name == name || $0.description.executable == name }
    guard known.count == 1 else { throw .broker(.refused(.bundle(BundleRefusal(.notInstalled, name)))) }
    return known[0].identifier
  }
}
