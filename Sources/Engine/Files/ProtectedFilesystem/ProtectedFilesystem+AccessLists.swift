// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc
import ProtectedFiles
import SystemCalls

// MARK: - Access control lists

// The kernel checks permissions by them. Of the list that says who may use a file, only the entries that have no place in a
// mode are stored for good: the others are taken from the mode whenever the list is read, so that both always agree.

extension ProtectedFilesystem {
  /// Throws `ENODATA` for whatever has none, which the kernel takes for the mode alone.
  func accessList(_ kind: AccessList.Kind, of node: NodeID) throws(FileError) -> AccessList {
    guard kind == .access else {
      guard try isDirectory(node), let list = try directory(node).listForNew() else { throw FileError(ENODATA) }
      return list
    }
    guard let target = try listSubject(node), let sealed = try target.extendedAttribute(kind.storedAttribute) else {
      throw FileError(ENODATA)
    }
    let id = try id(of: node, target)
    let list = try served { () throws(FileFormatError) in try AccessList(sealed: sealed, kind, of: id, store.attributes)
    }
    return list.following(mode: try attributes(of: node, handle: nil).mode)
  }

  /// Changes list and mode. In between, and after a crash there, nobody may do more than by one of both lists: the mode
  /// loses what the new one does not give first, and gets what it adds last.
  func setAccessList(
    _ kind: AccessList.Kind, of node: NodeID, to value: Span<UInt8>, _ caller: Caller
  ) throws(FileError) {
    guard let list = AccessList(value.array) else { throw FileError(EINVAL) }
    guard kind == .access else {
      guard try isDirectory(node) else { throw FileError(EACCES) }
      return try directory(node).setListForNew(list)
    }
    guard let target = try listSubject(node) else { throw .unsupported }
    let before = try attributes(of: node, handle: nil)
    let mode = list.mode(insteadOf: before.mode) & (mayKeepGroupRight(caller, before) ? .max : ~S_ISGID)
    if before.mode & mode != before.mode { try target.changeMode(to: before.mode & mode, store.modes) }
    try store(list.isMinimal ? nil : list, node, target)
    if before.mode & mode != mode { try target.changeMode(to: mode, store.modes) }
    rememberMode(of: node)
  }

  /// The mode stays as it is, as on other file systems.
  func removeAccessList(_ kind: AccessList.Kind, of node: NodeID) throws(FileError) {
    guard kind == .access else {
      if try isDirectory(node) { try directory(node).setListForNew(nil) }
      return
    }
    guard let target = try listSubject(node) else { throw FileError(ENODATA) }
    try store(nil, node, target)
  }

  private func store(_ list: AccessList?, _ node: NodeID, _ target: AttributeTarget) throws(FileError) {
    let attribute = AccessList.Kind.access.storedAttribute
    guard let list else {
      do throws(FileError) { try target.removeExtendedAttribute(attribute) } catch  where error.code == ENODATA {}
      return
    }
    let id = try id(of: node, target)
    let sealed = try served { () throws(FileFormatError) in try list.sealed(.access, of: id, store.attributes) }
    try target.setExtendedAttribute(attribute, to: sealed.span)
  }

  /// Linux takes the set-group-id bit away from a caller who is not in the group. The kernel does not say which groups he
  /// has beside his own.
  private func mayKeepGroupRight(_ caller: Caller, _ attributes: FileAttributes) -> Bool {
    caller.user == 0 || caller.group == attributes.group
  }

  /// The target whose list of access is meant; nil for what can have no list: pipes, sockets, devices and symbolic
  /// links have no attributes in the store.
  private func listSubject(_ node: NodeID) throws(FileError) -> AttributeTarget? {
    let type = node == .root ? S_IFDIR : try nodes.node(node).type
    return type == S_IFREG || type == S_IFDIR ? try attributeTarget(node) : nil
  }
}

// MARK: - What something new begins with

/// Mode and lists of an entry that is being made.
struct FirstAccess {
  let mode: UInt32
  /// The list of access; nil where the mode says it all.
  let list: AccessList?
  /// The list that a folder hands on to what is made in it.
  let listForNew: AccessList?

  /// Takes the access from the list of the folder it is made in, or else from the caller's umask.
  init(_ mode: UInt32, in directory: StoredDirectory, _ caller: Caller) throws(FileError) {
    guard let inherited = try directory.listForNew() else {
      self.mode = mode & ~(caller.umask & 0o777)
      (list, listForNew) = (nil, nil)
      return
    }
    let limited = inherited.limited(to: mode)
    let first = limited.mode(insteadOf: mode)
    switch mode & S_IFMT {
    case S_IFREG, S_IFDIR: (self.mode, list) = (first, limited.isMinimal ? nil : limited)
    // What cannot have a list gives its group no more than the list would.
    default: (self.mode, list) = (first & ~0o070 | limited.owningGroupMode & first, nil)
    }
    listForNew = mode & S_IFMT == S_IFDIR ? inherited : nil
  }

  /// Stores the lists. To be called before an entry is seen by programs.
  func store(
    for id: FileID, _ attributes: AttributeCipher, _ set: (String, [UInt8]) throws(FileError) -> Void
  ) throws(FileError) {
    for (kind, list) in [(AccessList.Kind.access, list), (.forNew, listForNew)] {
      guard let list else { continue }
      let sealed = try served { () throws(FileFormatError) in try list.sealed(kind, of: id, attributes) }
      try set(kind.storedAttribute, sealed)
    }
  }
}
