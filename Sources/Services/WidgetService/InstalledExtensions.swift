// SPDX-License-Identifier: Apache-2.0
import AppBundles
import AppModel
package import AppNames
import BrokerClient
import OwnProcess
import PropertyLists

/// The extensions of installed apps, sealed and signed with them.
package enum InstalledExtensions {
  private static let extensionPoint = "com.apple.widgetkit-extension"

  package static func all() throws(WidgetFailure) -> [WidgetExtension] { try ofApps().flatMap(\.extensions) }

  /// Finds an extension by its identifier, or by its app's name where that has one alone.
  package static func named(_ word: AppWord) throws(WidgetFailure) -> WidgetExtension {
    let apps = try ofApps()
    let parts = apps.flatMap { app, extensions in extensions.map { NamedApp(part: $0.owner, of: app) } }
    let name: NamedApp
    do throws(AppNameError) {
      name = try AppNames(parts).app(word)
    } catch {
      // Better said than that there is no such app.
      if case .ambiguous = error { throw .app(error) }
      let app: NamedApp
      do throws(AppNameError) { app = try AppNames(apps.map(\.app)).app(word) } catch { throw .app(error) }
      throw .noExtension(app: app.identifier)
    }
    guard let one = apps.flatMap(\.extensions).first(where: { $0.owner == name.identifier }) else {
      throw .noExtension(app: name.identifier)
    }
    return one
  }

  private static func ofApps() throws(WidgetFailure) -> [(app: NamedApp, extensions: [WidgetExtension])] {
    let apps: [InstalledApp]
    do { apps = try BrokerClient.standard().installedApps() } catch { throw .notRunning }
    let store = try InstalledBundles()
    let folder = Environment.canonicalPath(store.path) ?? store.path
    var found: [(NamedApp, [WidgetExtension])] = []
    for app in apps { found.append((NamedApp(app, in: folder), try extensions(of: app, store))) }
    return found
  }

  private static func extensions(
    of app: InstalledApp, _ store: borrowing InstalledBundles
  ) throws(WidgetFailure) -> [WidgetExtension] {
    let bundle = try store.open(app)
    var found: [WidgetExtension] = []
    for folder in BundleExtension.folders(in: bundle.list) {
      do throws(BundleDefect) {
        guard let one = try read(folder, in: bundle, of: app, at: store.path(of: app)) else { continue }
        found.append(one)
      } catch {
        throw WidgetFailure(error, store.path(of: app))
      }
    }
    return found
  }

  /// Reads the extension in a folder of an app's bundle; nil where the folder holds none, or one without widgets.
  private static func read(
    _ folder: String, in bundle: borrowing SealedBundle, of app: InstalledApp, at path: String
  ) throws(BundleDefect) -> WidgetExtension? {
    guard let info = try bundle.contents(of: "\(folder)/\(AppDescription.file)", atMost: PropertyListLimits.bytes),
      let description = try? AppDescription(propertyList: info.span), description.point == extensionPoint,
      description.identifier.hasPrefix(app.identifier + ".")
    else { return nil }
    let program = "\(folder)/\(description.executable)"
    guard case .file = bundle.list[program]?.content else { return nil }
    var entitlements = app.entitlements
    let own = try bundle.contents(of: BundleExtension.entitlements(in: folder), atMost: PropertyListLimits.bytes)
    if let xml = own {
      // What cannot be read might ask for protection, and what its app does not have was not installed by this Bailey.
      guard let read = try? Entitlements(xml: xml.span), read.first(notOf: app.entitlements) == nil else { return nil }
      entitlements = read
    }
    let groups = entitlements.applicationGroups.filter { BundlePath.isInside($0) && !$0.contains("/") }
    let grants = ExtensionPlace.Grants(
      groups: groups.filter { app.entitlements.applicationGroups.contains($0) },
      network: entitlements.allows(.networkClient) ? description.values : nil, entitlements: own)
    return WidgetExtension(
      program: "\(path)/\(program)", owner: description.identifier, entitlements,
      .bundle(app, program: program, grants))
  }
}

extension AppDescription {
  fileprivate var point: String? { values["NSExtension"]?.dictionary?["NSExtensionPointIdentifier"]?.string }
}
