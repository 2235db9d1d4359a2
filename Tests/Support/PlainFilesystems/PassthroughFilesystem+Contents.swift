// SPDX-License-Identifier: Apache-2.0
import CLinux
package import Files
package import FuseSession
import Glibc
package import SystemCalls
import Threads

// MARK: - Contents

extension PassthroughFilesystem {
  package func create(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, flags: Int32, caller: Caller
  ) throws(FileError) -> (Entry, OpenReply) {
    try attempt(.create)
    let directory = try descriptor(of: parent)
    let wanted = plain(flags) | O_CREAT | O_EXCL
    let file = try check(unsafe withName(name) { unsafe openat(directory, $0, wanted, mode) })
    do throws(FileError) {
      return (try own(name, in: parent, mode: mode, caller), opened(file))
    } catch {
      close(file)
      throw error
    }
  }

  package func open(
    _ node: NodeID, flags: Int32, privileges: PrivilegeBits, caller: Caller
  ) throws(FileError) -> OpenReply {
    let file = try check(unsafe Glibc.open(try path(of: node), plain(flags)))
    if flags & O_TRUNC != 0 { try clearPrivileges(file, privileges) }
    return opened(file)
  }

  private func opened(_ file: Int32) -> OpenReply {
    OpenReply(handle: FileHandle(rawValue: UInt64(file)), pages: .keep)
  }

  /// The kernel computes offsets of appending writes and follows links itself, and bypasses no cache below.
  private func plain(_ flags: Int32) -> Int32 { flags & ~(O_APPEND | O_NOFOLLOW | directFlag) | O_CLOEXEC }

  private func clearPrivileges(_ file: Int32, _ privileges: PrivilegeBits) throws(FileError) {
    guard privileges == .clear else { return }
    let mode = try status(file).mode
    let cleared = privileges.applied(to: mode)
    if cleared != mode { try check(fchmod(file, cleared & 0o7777)) }
  }

  package func read(
    _ node: NodeID, _ handle: FileHandle, offset: Int, count: Int, reply: inout ReadReply
  ) throws(FileError) {
    try attempt(.read)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer { unsafe buffer.deallocate() }
    let got = try check(unsafe pread(handle.descriptor, buffer.baseAddress, count, off_t(offset)))
    reply.send(unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer[..<got])), isForgotten: false)
  }

  package func write(
    _ request: WriteRequest, _ bytes: inout MutableSpan<UInt8>, reply: inout WriteReply
  ) throws(FileError) -> Int {
    beforeWrite.withLock { $0 }?(bytes.count)
    try attempt(.write)
    try clearPrivileges(request.handle.descriptor, request.privileges)
    let (file, offset) = (request.handle.descriptor, off_t(request.offset))
    return try check(unsafe bytes.span.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, offset) })
  }

  package func release(_ node: NodeID, _ handle: FileHandle) { close(handle.descriptor) }

  package func synchronize(_ node: NodeID, _ handle: FileHandle, _ extent: SyncExtent) throws(FileError) {
    try attempt(.synchronize)
    try check(extent == .contents ? fdatasync(handle.descriptor) : fsync(handle.descriptor))
  }

  package func allocate(
    _ node: NodeID, _ handle: FileHandle, mode: Int32, offset: Int, count: Int
  ) throws(FileError) {
    try attempt(.write)
    try check(clinux_fallocate(handle.descriptor, mode, Int64(offset), Int64(count)))
  }

  package func seek(
    _ node: NodeID, _ handle: FileHandle, _ target: SeekTarget, from offset: Int
  ) throws(FileError) -> Int {
    let whence = target == .data ? clinux_seek_data : clinux_seek_hole
    return Int(try check(lseek(handle.descriptor, off_t(offset), whence)))
  }
}

extension FileHandle {
  fileprivate var descriptor: Int32 { Int32(truncatingIfNeeded: rawValue) }
}

// MARK: - Attributes

extension PassthroughFilesystem {
  package func attributes(of node: NodeID, handle: FileHandle?) throws(FileError) -> FileAttributes {
    try status(try descriptor(of: node))
  }

  package func change(_ node: NodeID, _ change: AttributeChange, caller: Caller) throws(FileError) -> FileAttributes {
    let (descriptor, path) = (try descriptor(of: node), try path(of: node))
    if change.user != nil || change.group != nil {
      let (user, group) = (change.user ?? uid_t.max, change.group ?? gid_t.max)
      try check(unsafe fchownat(descriptor, "", user, group, clinux_at_empty_path))
    }
    if let size = change.size {
      try attempt(.truncate)
      if let handle = change.handle {
        try check(ftruncate(handle.descriptor, off_t(size)))
        try clearPrivileges(handle.descriptor, change.privileges)
      } else {
        let file = try check(unsafe Glibc.open(path, O_WRONLY | O_CLOEXEC))
        defer { close(file) }
        try check(ftruncate(file, off_t(size)))
        try clearPrivileges(file, change.privileges)
      }
    }
    if let mode = change.mode { try check(unsafe chmod(path, mode & 0o7777)) }
    if change.access != .keep || change.modification != .keep {
      let times = change.access.parts + change.modification.parts
      try check(unsafe clinux_set_times(descriptor, "", times, clinux_at_empty_path))
    }
    return try status(descriptor)
  }

  package func status(of node: NodeID) throws(FileError) -> FileSystemStatus {
    var status = statvfs()
    try check(unsafe fstatvfs(try descriptor(of: node), &status))
    return FileSystemStatus(status)
  }
}

// MARK: - Extended attributes

extension PassthroughFilesystem {
  package func extendedAttribute(_ name: [UInt8], of node: NodeID) throws(FileError) -> [UInt8] {
    try attempt(.readAttribute)
    let file = try readable(node)
    defer { close(file) }
    return unsafe try filling { buffer, size in
      unsafe withName(name) { unsafe clinux_fgetxattr(file, $0, buffer, size) }
    }
  }

  package func extendedAttributeNames(of node: NodeID) throws(FileError) -> [[UInt8]] {
    let file = try readable(node)
    defer { close(file) }
    let list = unsafe try filling { buffer, size in
      unsafe clinux_flistxattr(file, buffer?.assumingMemoryBound(to: CChar.self), size)
    }
    return list.split(separator: 0).map(Array.init)
  }

  package func setExtendedAttribute(
    _ name: [UInt8], of node: NodeID, to value: Span<UInt8>, _ mode: AttributeSetMode, caller: Caller
  ) throws(FileError) {
    try attempt(.setAttribute)
    let file = try readable(node)
    defer { close(file) }
    try check(
      unsafe value.withUnsafeBytes { value in
        unsafe withName(name) { unsafe clinux_fsetxattr(file, $0, value.baseAddress, value.count, mode.rawValue) }
      })
  }

  package func removeExtendedAttribute(_ name: [UInt8], of node: NodeID, caller: Caller) throws(FileError) {
    let file = try readable(node)
    defer { close(file) }
    try check(unsafe withName(name) { unsafe clinux_fremovexattr(file, $0) })
  }

  /// Opens a file or folder; the attributes of anything else cannot be reached through a descriptor without rights.
  private func readable(_ node: NodeID) throws(FileError) -> Int32 {
    let type = try status(try descriptor(of: node)).mode & S_IFMT
    guard type == S_IFREG || type == S_IFDIR else { throw .unsupported }
    return try check(unsafe Glibc.open(try path(of: node), O_RDONLY | O_CLOEXEC))
  }

  private func filling(_ body: (UnsafeMutableRawPointer?, Int) -> Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = try check(unsafe bytes.withUnsafeMutableBytes { unsafe body($0.baseAddress, $0.count) })
    return Array(bytes.prefix(count))
  }
}

/// `O_DIRECT`.
private let directFlag: Int32 = 0x4000
