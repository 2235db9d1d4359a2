// SPDX-License-Identifier: Apache-2.0
import AppBundles
import AppModel
import BrokerClient
import PropertyLists

/// The extensions of installed apps, sealed and signed with them.
package enum InstalledExtensions {
  private static let extensionPoint = "com.apple.widgetkit-extension"

  package static func all() throws(WidgetFailure) -> [WidgetExtension] {
    let apps: [InstalledApp]
    do { apps = try BrokerClient.standard().installedApps() } catch { throw .notRunning }
    let store = try InstalledBundles()
    var found: [WidgetExtension] = []
    for app in apps { try found += extensions(of: app, store) }
    return found
  }

  /// By the extension's identifier, or its app's where that has one alone.
  package static func named(_ name: String) throws(WidgetFailure) -> WidgetExtension {
    let all = try all()
    let found = all.filter { $0.owner == name || $0.owner.hasPrefix(name + ".") }
    guard let one = found.first(where: { $0.owner == name }) ?? (found.count == 1 ? found[0] : nil) else {
      throw .notInstalled(name)
    }
    return one
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

  /// Nil for what is no extension with widgets of this app.
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
    let own = BundleExtension.entitlements(in: folder)
    if let xml = try bundle.contents(of: own, atMost: PropertyListLimits.bytes) {
      // What cannot be read might ask for protection, and what its app does not have was not installed by this Bailey.
      guard let read = try? Entitlements(xml: xml.span), read.first(notOf: app.entitlements) == nil else { return nil }
      entitlements = read
    }
    let groups = entitlements.applicationGroups.filter { BundlePath.isInside($0) && !$0.contains("/") }
    return WidgetExtension(
      program: "\(path)/\(program)", owner: description.identifier, entitlements,
      .bundle(app, program: program, groups: groups.filter { app.entitlements.applicationGroups.contains($0) }))
  }
}

extension AppDescription {
  fileprivate var point: String? { values["NSExtension"]?.dictionary?["NSExtensionPointIdentifier"]?.string }
}
