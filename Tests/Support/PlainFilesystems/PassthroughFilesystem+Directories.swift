// SPDX-License-Identifier: Apache-2.0
package import FuseSession
import Glibc
import SystemCalls

// MARK: - Directories

extension PassthroughFilesystem {
  package func openDirectory(_ node: NodeID, caller: Caller) throws(FileError) -> OpenReply {
    let stream = unsafe opendir(try path(of: node))
    guard let stream = unsafe stream else { throw FileError(errno) }
    return OpenReply(handle: FileHandle(rawValue: UInt64(UInt(bitPattern: stream))))
  }

  package func readDirectory(
    _ node: NodeID, _ handle: FileHandle, from offset: Int, reply: inout DirectoryReply
  ) throws(FileError) {
    unsafe seekdir(handle.stream, offset)
    while let (name, inode, mode, next) = unsafe nextEntry(handle.stream) {
      guard reply.add(name, inode: inode, mode: mode, next: next) == .left else { return }
    }
  }

  package func readEntries(
    _ node: NodeID, _ handle: FileHandle, from offset: Int, reply: inout DirectoryEntriesReply
  ) throws(FileError) {
    unsafe seekdir(handle.stream, offset)
    while let (name, inode, mode, next) = unsafe nextEntry(handle.stream) {
      guard let entry = name.starts(with: [0x2E]) ? nil : try? lookUp(name, in: node) else {
        guard reply.add(name, inode: inode, mode: mode, next: next) == .left else { return }
        continue
      }
      guard reply.add(name, entry, next: next) == .left else {
        forget(entry.node, lookups: 1)
        return
      }
    }
  }

  package func releaseDirectory(_ node: NodeID, _ handle: FileHandle) { unsafe closedir(handle.stream) }

  package func synchronizeDirectory(_ node: NodeID, _ handle: FileHandle, _ extent: SyncExtent) throws(FileError) {
    try check(fsync(unsafe dirfd(handle.stream)))
  }
}

extension FileHandle {
  fileprivate var stream: OpaquePointer { unsafe OpaquePointer(bitPattern: UInt(rawValue)).unsafelyUnwrapped }
}

private func nextEntry(_ stream: OpaquePointer) -> ([UInt8], inode: UInt64, mode: UInt32, next: Int)? {
  guard let entry = unsafe readdir(stream) else { return nil }
  let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
  return unsafe (
    name, UInt64(entry.pointee.d_ino), UInt32(entry.pointee.d_type) << 12, Int(entry.pointee.d_off)
  )
}
