// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import OwnProcess
import SystemCalls

/// Folders that nobody reaches through shared ones, whatever lies above them: what lies there at the beginning, and by name
/// in the folder above, so that what is made later, or lay there before, is not reached either.
struct ExcludedPlaces: Sendable {
  private struct Place: Hashable {
    let folder: SharedNodes.Identity
    let name: [UInt8]
  }

  private var files: Set<SharedNodes.Identity> = []
  private var places: Set<Place> = []
  /// A look at the folder is saved for all other names.
  private var names: Set<[UInt8]> = []

  /// Paths that begin with a slash.
  init(_ paths: [String]) {
    for path in paths {
      let path = Environment.canonicalPath(path) ?? path
      if let file = Self.identity(path) { files.insert(file) }
      let split = SplitPath(path)
      guard let folder = Self.identity(split.folder) else { continue }
      let name = Array(split.name.utf8)
      places.insert(Place(folder: folder, name: name))
      names.insert(name)
    }
  }

  private static func identity(_ path: String) -> SharedNodes.Identity? {
    (try? FileDescriptor.open(path, OpenFlag.path | O_DIRECTORY).status()).map(SharedNodes.Identity.init)
  }

  func contains(_ file: SharedNodes.Identity) -> Bool { files.contains(file) }

  /// Whether this is one of the excluded places. On any error, assume that it is.
  func contains(_ name: [UInt8], in folder: borrowing FileDescriptor) -> Bool {
    guard names.contains(name) else { return false }
    guard let status = try? folder.status() else { return true }
    return places.contains(Place(folder: SharedNodes.Identity(status), name: name))
  }
}
