// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppSandbox
import AppStore
import CommandExecution
import Glibc
import Instance
import InstanceLayout
import KeychainModel
import LinuxSystem
import TerminalConsole

/// Where apps keep their files: on the protected mount of the running instance.
enum AppFolders {
  /// The path of the mount, which must be there.
  static func mount() throws(CommandFailure) -> String {
    let location = try BrokerConnection.location()
    let path: String
    do {
      path = try InstanceFolder(existing: location).configuration().mount ?? location.defaultMount
    } catch {
      throw .particular("Bailey is not running.\nTry: bailey up", .failed)
    }
    let canonical = Environment.canonicalPath(path) ?? path
    guard let table = try? MountTable.current(), table.entry(at: canonical)?.type.hasPrefix("fuse") == true else {
      throw .particular("The protected files are not there at this moment.\nTry: bailey status", .failed)
    }
    return canonical
  }

  /// Folders of which nothing is shown to any app, but its own container to each.
  static func excluded() throws(CommandFailure) -> [String] {
    let location = try BrokerConnection.location()
    let mount = try mount()
    return [
      location.home, location.sockets, "\(mount)/\(Container.containers)", "\(mount)/\(Container.groupContainers)",
    ]
  }

  /// The container of an app, and those of the groups that it shares, by name.
  static func prepare(_ app: InstalledApp) throws(CommandFailure) -> (
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
      guard error.code != EPERM && error.code != EACCES else { throw .keychain(.interactionNotAllowed) }
      throw .file(path: "\(mount)/\(Container.containers)/\(app.identifier)", error)
    }
  }

  static func exists(_ identifier: String) throws(CommandFailure) -> Bool {
    let path = try mount() + "/" + Container.containers
    guard let all = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { return false }
    return (try? all.status(of: identifier)) != nil
  }

  /// What an app keeps, in words.
  static func loss(of identifier: String) throws(CommandFailure) -> String {
    guard let size = try size(of: identifier, among: Container.containers) else { return "no files" }
    return size.words
  }

  struct Size {
    var files = 0
    var bytes = 0
    /// False where a folder could not be read.
    var isWhole = true

    var words: String {
      let size = bytes < 1 << 20 ? "\(bytes) bytes" : "\(bytes >> 20) MiB"
      return "\(isWhole ? "" : "at least ")\(files) files of \(size)"
    }
  }

  /// Nil where there is no such container.
  static func size(of name: String, among folder: String) throws(CommandFailure) -> Size? {
    let path = try mount() + "/" + folder
    guard let all = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
      (try? all.status(of: name)) != nil
    else { return nil }
    var count = (files: 0, bytes: 0)
    let isWhole = FolderContents.count(name, in: all, &count)
    return Size(files: count.files, bytes: count.bytes, isWhole: isWhole)
  }

  /// Removes an app's container. What its groups share stays as long as another app may have them.
  static func remove(_ identifier: String) throws(CommandFailure) {
    let path = try mount() + "/" + Container.containers
    guard let all = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { return }
    FolderRemoval.remove(identifier, in: all)
    guard (try? all.status(of: identifier)) == nil else {
      throw .particular(
        "Not all of \(path)/\(identifier) could be removed.\nTry: bailey unlock, then the command again", .failed)
    }
  }
}
