// SPDX-License-Identifier: Apache-2.0
import CFuse
import Glibc

// MARK: - Answers

extension Request {
  func fail(_ error: FileError) { _ = unsafe fuse_reply_err(raw, error.code) }

  func done() { _ = unsafe fuse_reply_err(raw, 0) }

  /// Ends the request without a reply: the kernel expects none.
  func forgotten() { unsafe fuse_reply_none(raw) }

  /// The kernel takes no lookup when the program was interrupted meanwhile: it is given back then.
  func reply(_ entry: Entry, _ host: Host) {
    var native = entry.native(host.lifetimes)
    if unsafe fuse_reply_entry(raw, &native) == -ENOENT { host.operations.forget(entry.node, lookups: 1) }
  }

  /// Tells the kernel that it may remember the name as missing.
  func replyMissing(for seconds: Double) {
    var native = fuse_entry_param()
    native.entry_timeout = seconds
    _ = unsafe fuse_reply_entry(raw, &native)
  }

  func reply(_ attributes: FileAttributes, _ host: Host) {
    var native = attributes.native
    _ = unsafe fuse_reply_attr(raw, &native, host.lifetimes.attributes)
  }

  func reply(_ status: FileSystemStatus) {
    var native = status.native
    _ = unsafe fuse_reply_statfs(raw, &native)
  }

  func reply(offset: Int) { _ = unsafe fuse_reply_lseek(raw, off_t(offset)) }

  func reply(events: UInt32) { _ = unsafe fuse_reply_poll(raw, events) }

  func reply(_ control: ControlReply, room: Int) {
    let bytes = control.bytes.prefix(room)
    unsafe bytes.withUnsafeBytes { buffer in
      _ = unsafe fuse_reply_ioctl(raw, control.result, buffer.baseAddress, buffer.count)
    }
  }

  func reply(linkTarget target: [UInt8]) {
    _ = unsafe (target + [0]).withUnsafeBytes { bytes in
      unsafe fuse_reply_readlink(raw, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
    }
  }

  /// Bytes for a program that asked with a buffer of `room` bytes: with none it wants to know the size.
  func reply(_ value: [UInt8], room: Int) throws(FileError) {
    if room == 0 {
      _ = unsafe fuse_reply_xattr(raw, value.count)
      return
    }
    guard value.count <= room else { throw FileError(ERANGE) }
    _ = unsafe value.withUnsafeBytes { bytes in
      unsafe fuse_reply_buf(raw, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }
}

// MARK: - Openings

extension Request {
  func reply(opened: OpenReply, _ info: UnsafeMutablePointer<fuse_file_info>, orElse undo: () -> Void) {
    unsafe opened.store(in: info)
    if unsafe fuse_reply_open(raw, info) == -ENOENT { undo() }
  }

  func reply(
    created entry: Entry, _ opened: OpenReply, _ info: UnsafeMutablePointer<fuse_file_info>, _ host: Host
  ) {
    var native = entry.native(host.lifetimes)
    unsafe opened.store(in: info)
    if unsafe fuse_reply_create(raw, &native, info) == -ENOENT {
      host.operations.release(entry.node, opened.handle)
      host.operations.forget(entry.node, lookups: 1)
    }
  }
}

extension OpenReply {
  fileprivate func store(in info: UnsafeMutablePointer<fuse_file_info>) {
    unsafe info.pointee.fh = handle.rawValue
    unsafe info.pointee.direct_io = pages == .bypass ? 1 : 0
    unsafe info.pointee.keep_cache = pages == .keep ? 1 : 0
    unsafe info.pointee.cache_readdir = pages == .keep ? 1 : 0
    unsafe info.pointee.noflush = flushing == .none ? 1 : 0
  }
}
