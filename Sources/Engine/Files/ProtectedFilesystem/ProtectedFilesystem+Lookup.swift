// SPDX-License-Identifier: Apache-2.0
import Files
package import FuseSession
import Glibc
import ProtectedFiles
import SystemCalls

// MARK: - Finding

extension ProtectedFilesystem {
  package func lookUp(_ name: [UInt8], in parent: NodeID) throws(FileError) -> Entry {
    let directory = try directory(parent)
    let backingEntry = backingEntry(try backingName(name, in: directory), in: parent, directory)
    let status = try backingEntry.status()
    guard let entry = try entry(status, backingEntry) else { throw .missing }
    return entry
  }

  /// Counts a lookup of a backing entry. Nil if it is a file whose creation a crash interrupted; that file is removed.
  func entry(_ status: stat, _ backingEntry: BackingEntry) throws(FileError) -> Entry? {
    if try isUnfinished(status, backingEntry) {
      _ = try? request { () throws(SystemError) in try backingEntry.directory.descriptor.unlink(backingEntry.name) }
      return nil
    }
    var status = status
    if let file = nodes.file(of: status), file.isUnsettled {
      try file.settle()
      status = try backingEntry.status()
    }
    let attributes = try attributes(status, backingEntry)
    let node = nodes.enter(status, at: backingEntry.location)
    return Entry(node: node, attributes: attributes)
  }

  private func isUnfinished(_ status: stat, _ backingEntry: BackingEntry) throws(FileError) -> Bool {
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size < BlockLayout.headerArea, nodes.id(of: status) == nil
    else {
      return false
    }
    let found = try request { () throws(SystemError) in
      try backingEntry.directory.descriptor.extendedAttribute(StoredDirectory.attribute, of: backingEntry.name)
    }
    guard let found else { return status.st_size == 0 }
    guard let record = try? FileRecord(found, store.keys) else { return false }
    return switch store.context.possibleHeaderLoss(record) {
    case .impossible: false
    case .missing: status.st_size == 0
    case .torn: true
    }
  }
}
