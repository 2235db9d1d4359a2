// SPDX-License-Identifier: Apache-2.0
package import FuseSession
import Glibc
import LinuxSystem
import ProtectedFiles

// MARK: - Finding

extension ProtectedFilesystem {
  package func lookUp(_ name: [UInt8], in parent: NodeID) throws(FileError) -> Entry {
    let directory = try directory(parent)
    let place = place(try backingName(name, in: directory), in: parent, directory)
    let status = try place.status()
    guard let entry = try entry(status, place) else { throw .missing }
    return entry
  }

  /// Counts a lookup of what is at a place; nil if its creation never came to an end, and then it goes.
  func entry(_ status: stat, _ place: Place) throws(FileError) -> Entry? {
    if try isUnfinished(status, place) {
      _ = try? request { () throws(SystemError) in try place.directory.descriptor.unlink(place.name) }
      return nil
    }
    var status = status
    if let file = nodes.file(of: status), file.isUnsettled {
      try file.settle()
      status = try place.status()
    }
    let attributes = try attributes(status, place)
    let node = nodes.enter(status, at: place.location)
    return Entry(node: node, attributes: attributes)
  }

  private func isUnfinished(_ status: stat, _ place: Place) throws(FileError) -> Bool {
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size < BlockLayout.headerArea, nodes.id(of: status) == nil
    else {
      return false
    }
    let found = try request { () throws(SystemError) in
      try place.directory.descriptor.extendedAttribute(StoredDirectory.attribute, of: place.name)
    }
    guard let found else { return status.st_size == 0 }
    guard let record = try? FileRecord(found, store.keys) else { return false }
    return store.context.trusted(record).promisesNothing
  }
}
