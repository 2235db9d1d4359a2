// SPDX-License-Identifier: Apache-2.0
import Events
import FuseSession
import Glibc
import ProtectedFiles
import ProtectionModel
import SystemCalls
import Threads

// MARK: - The class of a file that takes another's name

// Programs save a file by writing beside it and renaming. What they make has the class of its folder, because they know of
// no classes: without this, saving a file would lose the class it was given.

extension ProtectedFilesystem {
  /// Gives a file that is renamed over another the stricter class of both, if nobody has set its own. A crash in
  /// between leaves it stricter than it need be. Returns the class that it had, where it has another now.
  func keepStricterClass(
    of from: BackingEntry, _ source: stat, replacing to: BackingEntry, _ target: stat?
  ) throws(FileError) -> ProtectionClass? {
    guard let target, source.st_mode & S_IFMT == S_IFREG, target.st_mode & S_IFMT == S_IFREG,
      let own = try standing(of: from, source), own.origin == .inherited, own.due != .complete,
      let replaced = try standing(of: to, target), replaced.due.isStricter(than: own.due)
    else { return nil }
    let node = nodes.enter(source, at: from.location)
    defer { nodes.forget(node, lookups: 1) }
    try use(node) { (contents) throws(FileError) in try take(replaced.due, &contents, node) }
    forgetPages(of: node)
    return own.due
  }

  /// Notes the old name of a renamed file: what the same process gives that name next may be its successor. That has
  /// the class that the file had under the old name: `former`, where it took another on the way.
  func noteGivenUp(
    _ from: BackingEntry, _ former: ProtectionClass?, by caller: Caller, _ to: BackingEntry, _ status: stat
  ) {
    _ = givenUpNames.take(to.location, by: caller.process)
    let folder = protection(in: from.directory)
    // Where the header cannot be read, nobody can tell that the class was any other than the folder's.
    guard status.st_mode & S_IFMT == S_IFREG, folder != .complete,
      let due = former ?? (try? standing(of: to, status))??.due, due.isStricter(than: folder)
    else { return }
    givenUpNames.add(from.location, by: caller.process, due)
  }

  /// Gives files the classes that they are owed. To be called when `owed` is readable, on a thread that may wait for the
  /// disk.
  package func giveOwedClasses() {
    for node in owed.takeAll() {
      // Its use gives it the class. A file that cannot be used now gets it when it next is.
      try? use(node) { _ in }
    }
  }

  /// Gives a file the class that it is owed. To be called whenever it is used, in case nobody could do so before.
  func takeOwed(_ contents: inout OpenFile.Contents, _ node: NodeID) throws(FileError) {
    guard let due = contents.file.header.standing.owed else { return }
    owed.add(node)
    // Of class B nothing can be unwrapped while locked.
    guard contents.file.protection != .completeUnlessOpen || gate.permitsOpening(.completeUnlessOpen) else { return }
    try take(due, &contents, node)
  }

  /// Wraps a file's key for a class. While that class has no key, the file is `completeUnlessOpen`, for which keys can be
  /// wrapped always; while its own key cannot be had either, nothing reads it, and the header says what it is owed.
  private func take(_ due: ProtectionClass, _ contents: inout OpenFile.Contents, _ node: NodeID) throws(FileError) {
    let current = contents.file.protection
    var outcome = Wrapping.refused
    for next in [due, .completeUnlessOpen] where next != current && outcome == .refused {
      let standing = ClassStanding(next, owed: next == due ? nil : due)
      do throws(FileError) {
        try reclassify(&contents, as: standing, node)
        outcome = .done
      } catch .locked {}
    }
    if outcome == .refused { try reclassify(&contents, as: ClassStanding(current, owed: due), node) }
    if contents.file.header.standing.owed == nil { owed.remove(node) } else { owed.add(node) }
  }

  private enum Wrapping { case done, refused }

  /// How a file that is replaced stands to its class; nil for one that cannot be read: whatever its class was, there is
  /// nothing left to protect.
  private func standing(of entry: BackingEntry, _ status: stat) throws(FileError) -> ClassStanding? {
    if let known = nodes.file(of: status)?.standing { return known }
    let file = try openBacking(entry)
    let area = try request { () throws(SystemError) in try file.read(count: BlockLayout.headerArea, at: 0) }
    return (try? HeaderArea(area.span, store.keys))?.header.standing
  }
}

/// Files in use that are to get a stricter class once the lock state allows it.
package final class OwedClasses: Sendable {
  private let nodes = Locked<Set<NodeID>>([])
  private let event: FileDescriptor

  init() throws(SystemError) { event = try .event() }

  /// The descriptor that is readable when the lock state has changed and there are such files.
  package var descriptor: Int32 { event.raw }

  func add(_ node: NodeID) { nodes.withLock { _ = $0.insert(node) } }
  func remove(_ node: NodeID) { nodes.withLock { _ = $0.remove(node) } }

  /// Signals that files are owed a class. To be called at the unlock.
  func announce() {
    if nodes.withLock({ !$0.isEmpty }) { event.signal() }
  }

  func takeAll() -> Set<NodeID> {
    event.clear()
    return nodes.withLock { nodes in
      defer { nodes = [] }
      return nodes
    }
  }
}
