// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import ExtensionSandbox
import Glibc
import LinuxSystem
import PropertyLists

/// The extensions of installed apps: `PlugIns/NAME.appex` in their bundles, sealed and signed with them.
package enum InstalledExtensions {
  private static let plugIns = "PlugIns"
  private static let ending = ".appex"
  private static let extensionPoint = "com.apple.widgetkit-extension"
  /// Where programs find what an app and its extensions share.
  private static let groups = "/groups"

  package static func all() throws(WidgetFailure) -> [WidgetExtension] {
    let apps: [InstalledApp]
    do { apps = try BrokerClient.standard().installedApps() } catch { throw .notRunning }
    let home = try WidgetInstance.home()
    let mount = SnapshotFolder.mount()
    var found: [WidgetExtension] = []
    for app in apps { try found += extensions(of: app, below: "\(home)/apps/\(app.folder)", mount) }
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
    of app: InstalledApp, below bundle: String, _ mount: String?
  ) throws(WidgetFailure) -> [WidgetExtension] {
    guard let folder = try? FileDescriptor.open("\(bundle)/\(plugIns)", O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else {
      return []
    }
    var found: [WidgetExtension] = []
    for name in WidgetExtension.names(in: folder) where name.hasSuffix(ending) {
      let path = "\(bundle)/\(plugIns)/\(name)"
      guard let description = description(at: path), description.point == extensionPoint,
        description.identifier.hasPrefix(app.identifier + "."),
        let program = Environment.canonicalPath("\(path)/\(description.executable)"), program.hasPrefix(path + "/")
      else { continue }
      // Without entitlements of its own an extension has its app's protection: the stricter reading of what is missing.
      let own = try WidgetExtension.entitlements(in: WidgetExtension.existing(path + "/Entitlements.plist"))
      let entitlements = own ?? app.entitlements
      found.append(
        WidgetExtension(
          program: program, owner: description.identifier, entitlements, folders: shared(app, entitlements, mount),
          bundle: Environment.canonicalPath(bundle)))
    }
    return found
  }

  /// The containers of the groups that both the app and the extension are in.
  private static func shared(
    _ app: InstalledApp, _ entitlements: Entitlements, _ mount: String?
  ) -> [ExtensionAccess.Folder] {
    guard let mount else { return [] }
    return entitlements.applicationGroups.filter { app.entitlements.applicationGroups.contains($0) }
      .filter { BundlePath.isInside($0) && !$0.contains("/") }.compactMap { group in
        Environment.canonicalPath("\(mount)/Group Containers/\(group)").map { .init($0, at: "\(groups)/\(group)") }
      }
  }

  private static func description(
    at path: String
  ) -> (identifier: String, executable: String, point: String)? {
    let values = try? WidgetExtension.entitlements(in: WidgetExtension.existing(path + "/Info.plist"))?.values
    guard let values, let identifier = values["CFBundleIdentifier"]?.string,
      let executable = values["CFBundleExecutable"]?.string, !executable.contains("/"),
      let point = values["NSExtension"]?.dictionary?["NSExtensionPointIdentifier"]?.string
    else { return nil }
    return (identifier, executable, point)
  }
}
