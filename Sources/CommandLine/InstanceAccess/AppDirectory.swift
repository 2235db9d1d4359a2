// SPDX-License-Identifier: Apache-2.0
package import Advice
package import AppModel
package import AppNames
package import BrokerClient
import BrokerMessages
import InstanceLayout
import OwnProcess

/// The apps that the words of a command can mean, as `baileyd` knows them.
package struct AppDirectory {
  package let installed: [InstalledApp]
  private let named: [NamedApp]
  private let remembered: [NamedApp]
  /// The client that programs are asked of; nil where programs cannot be meant.
  private let programs: BrokerClient?
  /// Why nobody knows what is installed.
  private let defect: BrokerClientError?

  /// A directory of the installed apps, and of those that are remembered.
  package init(installedOf client: BrokerClient, remembering others: [NamedApp] = []) throws(CommandFailure) {
    do { installed = try client.installedApps() } catch { throw .broker(error) }
    named = try Self.named(installed)
    (remembered, programs, defect) = (others, nil, nil)
  }

  /// The apps that are installed, and programs that have asked. Where the register is damaged no app is: answers can be shown,
  /// given and taken back all the same.
  package init(withProgramsOf client: BrokerClient, remembering others: [NamedApp] = []) throws(CommandFailure) {
    (installed, defect) = try Self.readable { () throws(BrokerClientError) in try client.installedApps() }
    named = try Self.named(installed)
    (remembered, programs) = (others, client)
  }

  package func app(_ text: String) throws(CommandFailure) -> NamedApp {
    let word = AppWord(typed: text)
    var registered: (apps: [RegisteredApp], defect: BrokerClientError?) = ([], nil)
    // `baileyd` reads each of them for that: it is not asked where none of them can be meant.
    if let programs, word.place == nil, !named.contains(where: { $0.identifier == text }) {
      registered = try Self.readable { () throws(BrokerClientError) in try programs.registrations() }
    }
    let all = named + registered.apps.compactMap(NamedApp.init(of:)) + remembered
    let names = AppNames(all, programs: programs == nil ? .excluded : .included)
    do {
      let found = try names.app(word)
      // A program is where its path leads, and may be gone.
      return found.kind == .program && word.place == nil ? try names.app(AppWord(typed: found.identifier)) : found
    } catch {
      if case .unknown = error, let defect = defect ?? registered.defect { throw .broker(defect) }
      throw .app(error)
    }
  }

  /// An installed app, and not one that is only remembered.
  package func installedApp(_ word: String) throws(CommandFailure) -> InstalledApp {
    let found = try app(word)
    guard let app = installed.first(where: { $0.identifier == found.identifier }) else {
      throw .app(.notInstalled(found.identifier, among: named))
    }
    return app
  }

  private static func named(_ apps: [InstalledApp]) throws(CommandFailure) -> [NamedApp] {
    let store = try BrokerAccess.location().home + "/apps"
    let canonical = Environment.canonicalPath(store) ?? store
    return apps.map { NamedApp($0, in: canonical) }
  }

  private static func readable<App>(
    _ body: () throws(BrokerClientError) -> [App]
  ) throws(CommandFailure) -> ([App], BrokerClientError?) {
    do { return (try body(), nil) } catch {
      guard error == .refused(.registryRefused) || error == .refused(.registryDamaged) else { throw .broker(error) }
      return ([], error)
    }
  }
}

extension NamedApp {
  /// Names a registered app; nil for a folder that is developed in: its programs are known by their own paths.
  fileprivate init?(of app: RegisteredApp) {
    guard app.condition != .folder else { return nil }
    self.init(program: String(decoding: app.path, as: UTF8.self), identifier: app.identifier)
  }
}
