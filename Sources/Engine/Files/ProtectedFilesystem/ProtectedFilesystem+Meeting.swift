// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc
import ProtectedFiles
import SystemCalls

// MARK: - Where apps meet

/// Folders at the top in which programs of several apps meet. No socket is in them: over one, an app could hand on what the
/// person has lent to it alone. Pipes with names carry no descriptors, and stay.
extension ProtectedFilesystem {
  /// Whether what is made in a folder, under a name, lies where apps meet.
  private func isWhereAppsMeet(_ name: String?, in folder: NodeID) -> Bool {
    var (next, last) = (folder, name)
    while next != .root {
      guard let location = nodes.location(of: next) else { return false }
      (next, last) = (location.parent, location.name)
    }
    return last.map(meetingPlaces.contains) ?? false
  }

  func refuseSocket(_ mode: UInt32, _ name: String? = nil, in folder: NodeID) throws(FileError) {
    if mode & S_IFMT == S_IFSOCK, isWhereAppsMeet(name, in: folder) { throw FileError(EPERM) }
  }

  /// Refuses what comes from elsewhere. Of a folder nobody knows what is in it: whoever moves it copies what it has
  /// instead.
  func refuseArrival(_ mode: UInt32, from: BackingEntry, to: BackingEntry) throws(FileError) {
    try refuseSocket(mode, to.name, in: to.parent)
    guard mode & S_IFMT == S_IFDIR, isWhereAppsMeet(to.name, in: to.parent) else { return }
    if !isWhereAppsMeet(from.name, in: from.parent) { throw FileError(EXDEV) }
  }
}
