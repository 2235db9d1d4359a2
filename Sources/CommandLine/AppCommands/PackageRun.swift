// SPDX-License-Identifier: Apache-2.0
import Advice
import AppContainers
import AppModel
import BrokerClient
import BrokerMessages
import Events
import Glibc
import InstanceAccess
import InstanceLayout
import OwnProcess
import ProcessIsolation
import PropertyLists
import TerminalConsole

/// `bailey run --package`: a Swift package is built, wrapped, signed ad hoc and started, and is gone when it ends.
struct PackageRun {
  private static let attempts = 50
  private static let pause = Duration.milliseconds(100)

  private let console: Console
  private let client: BrokerClient
  private let location: InstanceLocation

  /// Ends as the app ends.
  static func run(_ request: PackageRequest, _ arguments: [String], on console: Console) -> Int32 {
    var code = ExitCode.failed.rawValue
    let failure = CommandRun.run(on: console) { () throws(CommandFailure) in
      do throws(UserNamespaces.Forbidden) { try UserNamespaces.require() } catch { throw CommandFailure(error) }
      let location = try BrokerAccess.location()
      let run = PackageRun(
        console: console, client: BrokerClient(socket: location.brokerSocket), location: location)
      code = try run.run(request, arguments)
    }
    return failure == .done ? code : failure.rawValue
  }

  private func run(_ request: PackageRequest, _ arguments: [String]) throws(CommandFailure) -> Int32 {
    // Before minutes are spent on a build.
    try removeLeft()
    let package = SwiftPackage(
      folder: request.folder, configuration: request.configuration, platform: request.platform, console: console)
    let product = try package.product(request.product)
    let built = try package.build(product)
    let (identifier, hadData) = try install(product, built, request.folder)
    let code = RuntimeProgram.run([identifier] + arguments, on: console)
    remove(identifier, hadData ? .kept : .removed)
    return code
  }

  /// Installs the bundle; returns its identifier, and whether there is data of an app that was removed.
  private func install(
    _ product: String, _ built: String, _ folder: String
  ) throws(CommandFailure) -> (identifier: String, hadData: Bool) {
    let app = try PackagedApp(
      product, built: built, sources: [folder, "\(folder)/Sources/\(product)", "\(folder)/Sources"],
      home: location.home)
    let bundle = try OpenBundle(app.path)
    let identifier = try bundle.description().identifier
    let installation = BundleInstallation(client: client, console: console)
    let before = try installation.installed(identifier)
    if let before, !before.isTrial {
      throw .particular(
        "'\(identifier)' is installed, and is not replaced by a trial.\n"
          + "Try: bailey app remove \(identifier), or another CFBundleIdentifier in \(AppDescription.file)", .failed)
    }
    let folders = try AppFolders.current()
    let exists = try inContainers { () throws(ContainerFailure) in try folders.exists(identifier) }
    let hadData = before == nil && exists
    try BundleSigning(bundle: OpenBundle(app.path), developer: nil).sign()
    _ = try installation.install(bundle, .given)
    return (identifier, hadData)
  }

  // MARK: - The end

  private func isRunning(_ identifier: String) -> Bool {
    // On an error, assume that it runs, so that nothing is taken from it.
    guard let apps = try? client.runningApps() else { return true }
    return apps.contains { $0.identifier == identifier && $0.process != Environment.processNumber }
  }

  private func remove(_ identifier: String, _ data: RemovedData) {
    for _ in 0..<Self.attempts {
      // That the start which has just ended is over `baileyd` may hear a moment later.
      if !isRunning(identifier),
        (try? BundleInstallation(client: client, console: console).remove(identifier, data)) != nil
      {
        return
      }
      _ = try? Poll.readable([], within: Self.pause)
    }
    // Another start of it goes on, and removes it.
    if isRunning(identifier) { return }
    console.note("bailey: \(identifier) is still installed.\nTry: bailey app remove \(identifier)")
  }

  /// Removes what commands that were killed have left.
  private func removeLeft() throws(CommandFailure) {
    let apps: [InstalledApp]
    do { apps = try client.installedApps() } catch { throw .broker(error) }
    for app in apps where app.isTrial && !isRunning(app.identifier) {
      try? BundleInstallation(client: client, console: console).remove(app.identifier, .removed)
    }
  }
}

extension InstalledApp {
  /// Whether the app is removed when it ends.
  var isTrial: Bool { description.values[PackagedApp.mark]?.boolean == true }
}
