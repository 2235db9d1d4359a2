// SPDX-License-Identifier: Apache-2.0
import AppBundles
import AppContainers
import AppModel
import AppSandbox
import BrokerClient
import BrokerMessages
import CryptoPrimitives
import ExtensionSandbox
import Glibc
import NetworkAccess
import Processes
import PropertyLists
import ProxyRules
import SystemCalls

/// The place of an extension, and what its sandbox shows of that.
enum ExtensionPlace: Sendable {
  /// An extension in the bundle of an installed app.
  case bundle(InstalledApp, program: String, Grants)
  /// An extension in a folder that somebody named: it is nobody's.
  case folder(String, program: String)

  /// Whether it is what a developer works on, and no installed app's.
  var isDevelopers: Bool { if case .folder = self { true } else { false } }

  /// The openings that the entitlements of an extension make.
  struct Grants: Sendable {
    /// The groups of the app that the extension is in too.
    let groups: [String]
    /// The extension's `Info.plist`, with what it declares about its connections; nil where it may make none.
    let network: [String: PropertyListValue]?
    /// The extension's own, as they are in the bundle; nil where its app's count.
    let entitlements: [UInt8]?
  }

  /// `libraries` are folders that programs load libraries from.
  func plan(libraries: [String]) throws(WidgetFailure) -> SandboxPlan {
    var plan: SandboxPlan
    switch self {
    case .bundle(let app, let program, let grants):
      plan = try Self.plan(of: program, in: app)
      plan.groupContainers = try Self.containers(of: grants.groups, app)
      if grants.network != nil { plan.proxyPort = NetworkAccess.port }
    case .folder(let folder, let program):
      do throws(SystemError) {
        let bundle = try MountSource(FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY), .folder, of: [geteuid(), 0])
        plan = ExtensionProcess.plan(
          program, in: bundle, named: "Extension", machine: Hexadecimal.text(SystemRandom.bytes(16)))
      } catch {
        throw .file(path: folder, error)
      }
      // What it was built with.
      plan.showsAddedSoftware = true
    }
    plan.libraries = libraries.compactMap { path in
      try? MountSource(FileDescriptor.open(path, O_RDONLY | O_DIRECTORY), .folder, of: [geteuid(), 0])
    }
    return plan
  }

  /// The extension's way to the network; nil for an extension that may not connect to others. The answers to the app
  /// count, and its accesses they are.
  func network(in bundle: MountSource) throws(WidgetFailure) -> NetworkAccess? {
    guard case .bundle(let app, _, let grants) = self, let info = grants.network else { return nil }
    do throws(BundleDefect) {
      return NetworkAccess(
        try NetworkRules(of: bundle, info), owner: BrokerClient.standard(), extensionOf: app.identifier,
        connections: SandboxKind.widgetExtension(seconds: 0).connections,
        // The log of `baileyd` says so. A picture that wanted the network is one without.
        lost: {})
    } catch {
      throw WidgetFailure(error, bundle.text)
    }
  }

  /// The extension's way to the keychain; nil for an extension that has no app, and where `baileyd` refuses: an
  /// extension is drawn without its items then.
  func keychain() -> ExtensionKeychain? {
    guard case .bundle(let app, _, let grants) = self else { return nil }
    let request = ExtensionLaunchRequest(
      identifier: app.identifier, seal: app.seal, entitlements: grants.entitlements)
    return (try? BrokerClient.standard().launchExtension(request)).map { ExtensionKeychain($0) }
  }

  private static func plan(of program: String, in app: InstalledApp) throws(WidgetFailure) -> SandboxPlan {
    let store = try InstalledBundles()
    let bundle = try store.open(app)
    do throws(SystemError) {
      return ExtensionProcess.plan(
        program, in: try MountSource(bundle.take(), .folder), named: app.bundleName, machine: try store.machine(of: app)
      )
    } catch {
      throw .file(path: store.path(of: app), error)
    }
  }

  private static func containers(
    of groups: [String], _ app: InstalledApp
  ) throws(WidgetFailure) -> [(name: String, folder: MountSource)] {
    guard let mount = SnapshotFolder.mount() else { return [] }
    return groups.compactMap { group in
      // While the lock state keeps it closed, an extension does without.
      (try? Container.group(group, on: mount, app.entitlements.defaultProtection)).map { (group, $0) }
    }
  }
}
