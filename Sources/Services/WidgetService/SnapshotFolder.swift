// SPDX-License-Identifier: Apache-2.0
import Files
import Instance
import InstanceLayout
import Processes
import WidgetHost

/// The folder of what extensions answered, on the protected mount of the running instance.
final class SnapshotFolder {
  let store: SnapshotStore

  private init(_ store: consuming SnapshotStore) { self.store = store }

  /// Opens the folder of kept pictures; nil where the mount is not there: nothing is kept then.
  static func open(for source: WidgetExtension) -> SnapshotFolder? {
    guard let mount = mount(), let store = try? SnapshotStore(on: mount, of: source.owner, source.protection) else {
      return nil
    }
    return SnapshotFolder(store)
  }

  /// The folder of an extension's own data, such as what an intent has set; nil where nothing can be kept.
  static func container(of source: WidgetExtension) -> MountSource? {
    guard let mount = mount(), let store = try? SnapshotStore(on: mount, of: source.owner, source.protection),
      let folder = try? store.makeContainer()
    else { return nil }
    return try? MountSource(folder, .folder)
  }

  static func mount() -> String? { try? InstanceLocation.current().mountedPath() }
}
