// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import Files
import FolderAccess
import FuseSession
import Glibc
import SharedFolders
import SystemCalls

/// Where the person's folders and volumes are, as files of the system say it, and the names that apps look up there: no name
/// leads out of the folder that is shown.
package enum PersonalPlacesTarget: FuzzTarget {
  package static let name = "PersonalPlaces"

  private struct NoUses: FolderUseObserver {
    func opened(_ service: ConsentService) {}
    func closed(_ service: ConsentService) {}
  }

  /// `shown/inside/file`, beside `hidden`, and links that lead out.
  private static let stage: (folder: String, shown: SharedFolders)? = {
    guard let folder = try? FuzzFolder() else { return nil }
    for name in ["shown", "shown/inside", "hidden"] { try? folder.descriptor.makeDirectory(name, mode: 0o700) }
    for name in ["shown/inside/file", "hidden/secret"] {
      _ = try? folder.descriptor.open(name, O_WRONLY | O_CREAT, mode: 0o600)
    }
    for (name, target) in [("shown/out", "../hidden"), ("shown/inside/up", ".."), ("shown/root", "/")] {
      _ = unsafe symlink(target, folder.path + "/" + name)
    }
    _ = atexit { PersonalPlacesTarget.removeStage() }
    let permission = FolderPermission()
    guard let place = try? SharedPlace(folder: folder.path + "/shown", .writing, permission) else { return nil }
    return (folder.path, SharedFolders([.desktop: .folder(place)], excluding: [], uses: NoUses()))
  }()

  private static func removeStage() {
    guard let path = stage?.folder else { return }
    for name in [
      "shown/inside/file", "shown/inside/up", "shown/inside", "shown/out", "shown/root", "shown", "hidden/secret",
      "hidden", "",
    ] {
      _ = unsafe remove(path + "/" + name)
    }
  }

  package static func run(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let folders = PersonalFolders(settings: text, home: "/home/ada")
    for kind in PersonalFolders.Kind.allCases {
      guard let path = folders[kind] else { continue }
      precondition(path.hasPrefix("/") && path != "/home/ada", "a folder of the person's is below something")
    }
    let volumes = VolumeTable(MountTable(text: text)).volumes
    precondition(Set(volumes.map(\.name)).count == volumes.count, "two volumes have one name")
    precondition(volumes.allSatisfy { !$0.name.isEmpty && !$0.name.contains("/") })
    walk(bytes)
  }

  /// Each part between slashes is a name, as the kernel would ask for it; what is found is asked for what it is.
  private static func walk(_ bytes: [UInt8]) {
    guard let shown = stage?.shown, let top = try? shown.lookUp(Array("Desktop".utf8), in: .root) else { return }
    var node = top.node
    for name in bytes.split(separator: 0x2F).prefix(8) {
      guard let entry = try? shown.lookUp(Array(name), in: node) else { continue }
      let found = String(decoding: name, as: UTF8.self)
      precondition(found != "hidden" && found != "secret", "a name leads out of what is shown")
      precondition(found != "." && found != "..", "a name is no way up")
      if entry.attributes.mode & S_IFMT == S_IFDIR { node = entry.node }
    }
  }
}
