// SPDX-License-Identifier: Apache-2.0
import AppBundles
import AppModel
import AppSandbox
import CryptoPrimitives
import ExtensionSandbox
import Glibc
import LinuxSystem

/// Where an extension lies, and what its sandbox shows of that.
enum ExtensionPlace: Sendable {
  /// In the bundle of an installed app; `groups` are those of the app that the extension is in too.
  case bundle(InstalledApp, program: String, groups: [String])
  /// In a folder that somebody named: it is nobody's.
  case folder(String, program: String)

  /// `libraries` are folders that programs load libraries from.
  func plan(libraries: [String]) throws(WidgetFailure) -> SandboxPlan {
    var plan: SandboxPlan
    switch self {
    case .bundle(let app, let program, let groups):
      plan = try Self.plan(of: program, in: app)
      plan.groupContainers = try Self.containers(of: groups, app)
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
