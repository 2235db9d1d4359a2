// SPDX-License-Identifier: Apache-2.0
package import AppModel
import AppSandbox
import AppStore
import Glibc
import Instance
package import InstanceLayout
import LinuxSystem

/// Where apps keep their files: on the protected mount of the running instance.
package struct AppFolders: Sendable {
  private let location: InstanceLocation

  package init(of location: InstanceLocation) { self.location = location }

  /// The path of the mount, which must be there.
  package func mount() throws(StartFailure) -> String {
    let path: String
    do {
      path = try InstanceFolder(existing: location).configuration().mount ?? location.defaultMount
    } catch {
      throw .notRunning
    }
    let canonical = Environment.canonicalPath(path) ?? path
    guard let table = try? MountTable.current(), table.entry(at: canonical)?.type.hasPrefix("fuse") == true else {
      throw .noMount
    }
    return canonical
  }

  /// Folders of which nothing is shown to any app, but its own container to each.
  package func excluded() throws(StartFailure) -> [String] {
    let mount = try mount()
    return [location.home, location.sockets] + OwnFolder.allCases.map { "\(mount)/\($0.rawValue)" }
  }

  /// The container of an app, and those of the groups that it shares, by name.
  package func prepare(_ app: InstalledApp) throws(StartFailure) -> (
    own: String, shared: [(name: String, path: String)]
  ) {
    let mount = try mount()
    do throws(SystemError) {
      let own = try Container.prepare(
        app.identifier, among: Container.containers, on: mount, app.entitlements.defaultProtection,
        folders: SandboxPlan.folders)
      var shared: [(name: String, path: String)] = []
      for group in app.entitlements.applicationGroups where BundlePath.isInside(group) && !group.contains("/") {
        let path = try Container.prepare(
          group, among: Container.groupContainers, on: mount, app.entitlements.defaultProtection, folders: [])
        shared.append((group, path))
      }
      return (own, shared)
    } catch {
      guard error.code != EPERM && error.code != EACCES else { throw .locked }
      throw .file("\(mount)/\(Container.containers)/\(app.identifier)", error)
    }
  }

  package func exists(_ identifier: String) throws(StartFailure) -> Bool {
    let path = try mount() + "/" + Container.containers
    guard let all = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { return false }
    return (try? all.status(of: identifier)) != nil
  }

  package struct Size: Sendable {
    package var files = 0
    package var bytes = 0
    /// False where a folder could not be read.
    package var isWhole = true
  }

  /// Nil where there is no such container.
  package func size(of name: String, among folder: String) throws(StartFailure) -> Size? {
    let path = try mount() + "/" + folder
    guard let all = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
      (try? all.status(of: name)) != nil
    else { return nil }
    var count = (files: 0, bytes: 0)
    let isWhole = FolderContents.count(name, in: all, &count)
    return Size(files: count.files, bytes: count.bytes, isWhole: isWhole)
  }

  /// Removes an app's container. What its groups share stays as long as another app may have them.
  package func remove(_ identifier: String) throws(StartFailure) {
    let path = try mount() + "/" + Container.containers
    guard let all = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { return }
    FolderRemoval.remove(identifier, in: all)
    guard (try? all.status(of: identifier)) == nil else {
      throw .notAllRemoved("\(path)/\(identifier)")
    }
  }
}
