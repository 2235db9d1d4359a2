// SPDX-License-Identifier: Apache-2.0
package import AppModel
import AppStore
import Files
import Glibc
import Instance
package import InstanceLayout
package import Processes
import SystemCalls

/// The folders of the protected mount in which apps keep their files, for the running instance.
package struct AppFolders: Sendable {
  private let location: InstanceLocation

  package init(of location: InstanceLocation) { self.location = location }

  /// The path of the mount, which must be there.
  package func mount() throws(ContainerFailure) -> String {
    let path: String?
    do { path = try location.mountedPath() } catch { throw .notRunning }
    guard let path else { throw .noMount }
    return path
  }

  /// Folders of which nothing is shown to any app, but its own container to each.
  package func excluded() throws(ContainerFailure) -> [String] {
    let mount = try mount()
    return [location.home, location.sockets] + OwnFolder.allCases.map { "\(mount)/\($0.rawValue)" }
  }

  /// The containers of an app, and those of the groups that it shares, by name; `parts` are folders that its own has.
  package func prepare(
    _ app: InstalledApp, parts: [String]
  ) throws(ContainerFailure) -> (own: Container, shared: [(name: String, folder: MountSource)]) {
    let mount = try mount()
    do throws(SystemError) {
      let protection = app.entitlements.defaultProtection
      let own = try Container(of: app.identifier, on: mount, protection, parts: parts)
      var shared: [(name: String, folder: MountSource)] = []
      for group in app.entitlements.applicationGroups where BundlePath.isInside(group) && !group.contains("/") {
        shared.append((group, try Container.group(group, on: mount, protection)))
      }
      return (own, shared)
    } catch {
      guard error.code != EPERM && error.code != EACCES else { throw .locked }
      throw .file("\(mount)/\(Container.containers)/\(app.identifier)", error)
    }
  }

  package func exists(_ identifier: String) throws(ContainerFailure) -> Bool {
    guard let all = try folder(Container.containers) else { return false }
    return (try? all.status(of: identifier)) != nil
  }

  /// Opens a folder; nil where there is none.
  private func folder(_ path: String) throws(ContainerFailure) -> FileDescriptor? {
    try? FileDescriptor.openWithoutLinks("\(try mount())/\(path)", O_RDONLY | O_DIRECTORY)
  }

  /// The paths of an app's files, those below its container first; `folder` is that of all containers of the kind.
  package static func places(of name: String, among folder: String) -> [String] {
    folder == Container.containers
      ? ["\(folder)/\(name)", "\(folder)/\(Container.temporary)/\(name)"] : ["\(folder)/\(name)"]
  }

  package struct Size: Sendable {
    package var files = 0
    package var bytes = 0
    /// Whether every folder could be read.
    package var isWhole = true
  }

  /// Measures a container; nil where there is no such container.
  package func size(of name: String, among folder: String) throws(ContainerFailure) -> Size? {
    guard let all = try self.folder(folder), (try? all.status(of: name)) != nil else { return nil }
    var count = (files: 0, bytes: 0)
    var isWhole = FolderContents.count(name, in: all, &count)
    if folder == Container.containers, let temporary = try self.folder("\(folder)/\(Container.temporary)"),
      (try? temporary.status(of: name)) != nil, !FolderContents.count(name, in: temporary, &count)
    {
      isWhole = false
    }
    return Size(files: count.files, bytes: count.bytes, isWhole: isWhole)
  }

  /// Removes an app's container. What its groups share stays as long as another app may have them.
  package func remove(_ identifier: String) throws(ContainerFailure) {
    for folder in ["\(Container.containers)/\(Container.temporary)", Container.containers] {
      guard let all = try self.folder(folder) else { continue }
      FolderRemoval.remove(identifier, in: all)
      guard (try? all.status(of: identifier)) == nil else {
        throw .notAllRemoved("\(try mount())/\(folder)/\(identifier)")
      }
    }
  }
}
