// SPDX-License-Identifier: Apache-2.0
import Files
import FuseSession
import Glibc
import SystemCalls

/// The refused operations: nothing is made, renamed or removed among the devices, and nobody lists them.
extension EmptyDevices {
  private static let readOnly = FileError(EROFS)

  func makeNode(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, device: UInt64, caller: Caller
  ) throws(FileError) -> Entry { throw Self.readOnly }
  func makeDirectory(_ name: [UInt8], in parent: NodeID, mode: UInt32, caller: Caller) throws(FileError) -> Entry {
    throw Self.readOnly
  }
  func makeSymbolicLink(
    _ name: [UInt8], in parent: NodeID, target: [UInt8], caller: Caller
  ) throws(FileError) -> Entry { throw Self.readOnly }
  func symbolicLinkTarget(of node: NodeID) throws(FileError) -> [UInt8] { throw FileError(EINVAL) }
  func link(_ node: NodeID, as name: [UInt8], in parent: NodeID) throws(FileError) -> Entry { throw Self.readOnly }
  func unlink(_ name: [UInt8], in parent: NodeID) throws(FileError) { throw Self.readOnly }
  func removeDirectory(_ name: [UInt8], in parent: NodeID) throws(FileError) { throw Self.readOnly }
  func rename(
    _ name: [UInt8], in parent: NodeID, to newName: [UInt8], in newParent: NodeID, _ mode: RenameMode, caller: Caller
  ) throws(FileError) { throw Self.readOnly }
  func create(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, flags: Int32, caller: Caller
  ) throws(FileError) -> (Entry, OpenReply) { throw Self.readOnly }

  func synchronize(_ node: NodeID, _ handle: FileHandle, _ extent: SyncExtent) throws(FileError) {}
  func allocate(
    _ node: NodeID, _ handle: FileHandle, mode: Int32, offset: Int, count: Int
  ) throws(FileError) { throw .unsupported }
  func seek(
    _ node: NodeID, _ handle: FileHandle, _ target: SeekTarget, from offset: Int
  ) throws(FileError) -> Int { throw FileError(ESPIPE) }

  func openDirectory(_ node: NodeID, caller: Caller) throws(FileError) -> OpenReply {
    OpenReply(handle: FileHandle(rawValue: 0))
  }
  func readDirectory(
    _ node: NodeID, _ handle: FileHandle, from offset: Int, reply: inout DirectoryReply
  ) throws(FileError) {}
  func readEntries(
    _ node: NodeID, _ handle: FileHandle, from offset: Int, reply: inout DirectoryEntriesReply
  ) throws(FileError) {}
  func releaseDirectory(_ node: NodeID, _ handle: FileHandle) {}
  func synchronizeDirectory(_ node: NodeID, _ handle: FileHandle, _ extent: SyncExtent) throws(FileError) {}

  func extendedAttribute(_ name: [UInt8], of node: NodeID) throws(FileError) -> [UInt8] { throw FileError(ENODATA) }
  func extendedAttributeNames(of node: NodeID) throws(FileError) -> [[UInt8]] { [] }
  func setExtendedAttribute(
    _ name: [UInt8], of node: NodeID, to value: Span<UInt8>, _ mode: AttributeSetMode, caller: Caller
  ) throws(FileError) { throw .unsupported }
  func removeExtendedAttribute(_ name: [UInt8], of node: NodeID, caller: Caller) throws(FileError) {
    throw .unsupported
  }
}
