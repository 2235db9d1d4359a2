// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import Foundation
import FuseSession
import SharedFolders
import SystemCalls

/// A mount that shows a folder of the test's own as an app sees it.
final class Shown {
  let store: URL
  let place: URL
  let folders: SharedFolders
  let mount: Mount

  struct NoUses: FolderUseObserver {
    func opened(_ service: ConsentService) {}
    func closed(_ service: ConsentService) {}
  }

  init(
    _ permission: FolderPermission = FolderPermission(), _ right: SharedPlace.Right = .writing, in store: URL? = nil,
    excluding excluded: [String] = []
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "shown-\(UUID().uuidString.prefix(8))")
    self.store = store ?? folder.appending(path: "store")
    place = folder.appending(path: "place")
    for path in [self.store, place] {
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    }
    let shared = try SharedPlace(folder: self.store.path, right, permission)
    folders = SharedFolders([.documents: .folder(shared)], excluding: excluded, uses: NoUses())
    var options = MountOptions(name: "tests", lifetimes: CacheLifetimes(attributes: 0, names: 0))
    options.transport = .device
    options.workers = 8
    options.looksUpInParallel = true
    options.locks = .ofFilesystem
    mount = try Mount(at: place.path, folders, options)
  }

  func callAsFunction(_ name: String) -> String { "\(place.path)/Documents/\(name)" }

  deinit {
    mount.unmount()
    try? FileManager.default.removeItem(at: place.deletingLastPathComponent())
  }
}
