// SPDX-License-Identifier: Apache-2.0
import ConsentModel
package import Files
import SharedFolders
import Threads

/// Network drives and media that can be taken out, as they are mounted now.
package struct VolumeTable: Sendable, Equatable {
  package struct Volume: Sendable, Equatable {
    /// The last part of its path; a second one of the same name has a number.
    package let name: String
    package let path: String
    package let isOnNetwork: Bool
  }

  package let volumes: [Volume]

  private static let mostVolumes = 256
  /// File systems that lie on another machine.
  private static let network: Set<String> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "davfs", "fuse.sshfs", "fuse.rclone", "fuse.davfs",
    "fuse.gvfsd-fuse", "fuse.s3fs", "fuse.curlftpfs", "fuse.glusterfs",
  ]
  /// The folders in which desktops mount removable volumes.
  private static let removable = ["/media/", "/run/media/"]

  package init(_ table: MountTable) {
    var volumes: [Volume] = []
    for entry in table.entries where volumes.count < Self.mostVolumes {
      let isOnNetwork = Self.network.contains(entry.type)
      guard isOnNetwork || Self.removable.contains(where: { entry.path.hasPrefix($0) }),
        // Bailey's own files are nobody's volume.
        entry.type != "fuse.bailey", !volumes.contains(where: { $0.path == entry.path }),
        let last = entry.path.split(separator: "/").last
      else { continue }
      let name = ChosenFiles.free(String(last), among: volumes.map(\.name))
      volumes.append(Volume(name: name, path: entry.path, isOnNetwork: isOnNetwork))
    }
    self.volumes = volumes
  }
}

/// The volumes as an app is shown them.
final class VolumePlaces: Sendable {
  private struct Known {
    let id: Int
    let place: SharedPlace
  }

  let network: FolderPermission
  let removable: FolderPermission
  private let right: SharedPlace.Right
  private let known = Locked<[String: Known]>([:])

  init(_ right: SharedPlace.Right, network: FolderPermission, removable: FolderPermission) {
    self.right = right
    self.network = network
    self.removable = removable
  }

  var places: [(name: String, place: SharedPlace)] {
    guard let table = try? MountTable.current() else { return [] }
    let volumes = VolumeTable(table).volumes
    return known.withLock { known in
      known = known.filter { path, _ in volumes.contains { $0.path == path } }
      return volumes.compactMap { volume in
        guard let id = table.entry(at: volume.path)?.id else { return nil }
        if let found = known[volume.path], found.id == id { return (volume.name, found.place) }
        let permission = volume.isOnNetwork ? network : removable
        guard let place = try? SharedPlace(volume: volume.path, right, permission) else { return nil }
        known[volume.path] = Known(id: id, place: place)
        return (volume.name, place)
      }
    }
  }
}
