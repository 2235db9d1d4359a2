// SPDX-License-Identifier: Apache-2.0
package import Files
package import FuseSession
import Glibc
import ProtectedFiles
import ProtectionModel
import SystemCalls

// MARK: - Renaming and linking

extension ProtectedFilesystem {
  /// A new name is put into the record before the entry has it, and the old one taken out after it has lost it: in
  /// between, and after a crash there, both are allowed.
  package func rename(
    _ name: [UInt8], in parent: NodeID, to newName: [UInt8], in newParent: NodeID, _ mode: RenameMode, caller: Caller
  ) throws(FileError) {
    let (from, _) = try named(name, in: parent)
    let (to, toBacking) = try named(newName, in: newParent)
    let source = try from.status()
    try refuseArrival(source.st_mode, from: from, to: to)
    if mode == .exchange { return try exchange(from, source, to) }
    let target = try? to.status()
    if mode == .refuseToReplace && target != nil { throw FileError(EEXIST) }
    let removal = target == nil ? nil : try prepareRemoval(to)
    let sidecar = try makeSidecar(toBacking, to.directory)
    var allowed = RecordOutcome.asBefore
    let former: ProtectionClass?
    do throws(FileError) {
      allowed = try allow(to, for: from, source)
      former = try keepStricterClass(of: from, source, replacing: to, target)
      try move(from, to, mode)
    } catch {
      if allowed == .changed { forget(to, of: from, source) }
      if sidecar == .made { removeSidecar(of: to) }
      throw error
    }
    if let removal { finish(removal) }
    nodes.moved(InodeKey(source), from: from.location, to: to.location)
    forget(from, of: to, source)
    removeSidecar(of: from)
    noteGivenUp(from, former, by: caller, to, source)
  }

  private func exchange(_ one: BackingEntry, _ oneStatus: stat, _ other: BackingEntry) throws(FileError) {
    let otherStatus = try other.status()
    try refuseArrival(otherStatus.st_mode, from: other, to: one)
    var allowed = (RecordOutcome.asBefore, RecordOutcome.asBefore)
    do throws(FileError) {
      allowed.0 = try allow(other, for: one, oneStatus)
      allowed.1 = try allow(one, for: other, otherStatus)
      try move(one, other, .exchange)
    } catch {
      if allowed.0 == .changed { forget(other, of: one, oneStatus) }
      if allowed.1 == .changed { forget(one, of: other, otherStatus) }
      throw error
    }
    nodes.moved(InodeKey(oneStatus), from: one.location, to: other.location)
    nodes.moved(InodeKey(otherStatus), from: other.location, to: one.location)
    forget(one, of: other, oneStatus)
    forget(other, of: one, otherStatus)
  }

  package func link(_ node: NodeID, as name: [UInt8], in parent: NodeID) throws(FileError) -> Entry {
    try refuseSocket(try nodes.node(node).type, in: parent)
    let directory = try directory(parent)
    return try makeEntry(name, in: parent, directory) { (backingEntry) throws(FileError) in
      try atBackingEntry(of: node) { (old) throws(FileError) in
        let status = try old.status()
        let allowed = try allow(backingEntry, for: old, status)
        do throws(FileError) {
          try request { () throws(SystemError) in
            try old.directory.descriptor.link(old.name, to: directory.descriptor, as: backingEntry.name)
          }
        } catch {
          if allowed == .changed { forget(backingEntry, of: old, status) }
          throw error
        }
      }
    }
  }

  // MARK: - Steps

  private func named(_ name: [UInt8], in parent: NodeID) throws(FileError) -> (BackingEntry, BackingName) {
    let directory = try directory(parent)
    let backing = try backingName(name, in: directory)
    return (backingEntry(backing, in: parent, directory), backing)
  }

  private func move(_ from: BackingEntry, _ to: BackingEntry, _ mode: RenameMode) throws(FileError) {
    do {
      try from.directory.descriptor.rename(from.name, to: to.directory.descriptor, as: to.name, mode)
    } catch {
      throw FileError(error)
    }
  }

  private func allow(_ name: BackingEntry, for entry: BackingEntry, _ status: stat) throws(FileError) -> RecordOutcome {
    guard let tag = LinkTag(backingName: name.name) else { throw .damaged }
    return try change(.add(tag), of: entry, status)
  }

  /// A name too many in a record does no harm, so that a failure here is not reported.
  private func forget(_ name: BackingEntry, of entry: BackingEntry, _ status: stat) {
    guard let tag = LinkTag(backingName: name.name) else { return }
    _ = try? change(.remove(tag), of: entry, status)
  }
}
