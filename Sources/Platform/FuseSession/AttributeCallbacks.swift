// SPDX-License-Identifier: Apache-2.0
import CFuse
import Files
import Glibc

// MARK: - Attributes, as libfuse calls them

func addAttributeCallbacks(to table: inout fuse_lowlevel_ops) {
  unsafe table.getattr = onGetAttributes
  unsafe table.setattr = onSetAttributes
  unsafe table.statfs = onStatus
}

private func onGetAttributes(_ raw: fuse_req_t?, _ node: fuse_ino_t, _ info: UnsafeMutablePointer<fuse_file_info>?) {
  unsafe serve(raw) { host, request throws(FileError) in
    let handle = unsafe info.map { unsafe FileHandle(rawValue: $0.pointee.fh) }
    request.reply(try host.operations.attributes(of: NodeID(node), handle: handle), host)
  }
}

private func onSetAttributes(
  _ raw: fuse_req_t?, _ node: fuse_ino_t, _ values: UnsafeMutablePointer<stat>?, _ parts: Int32,
  _ info: UnsafeMutablePointer<fuse_file_info>?
) {
  unsafe serve(raw) { host, request throws(FileError) in
    guard let values = unsafe values else { throw FileError(EINVAL) }
    var change = unsafe AttributeChange(values.pointee, parts)
    change.privileges = request.privileges
    change.handle = unsafe info.map { unsafe FileHandle(rawValue: $0.pointee.fh) }
    request.reply(try host.operations.change(NodeID(node), change, caller: request.caller), host)
  }
}

private func onStatus(_ raw: fuse_req_t?, _ node: fuse_ino_t) {
  unsafe serve(raw) { host, request throws(FileError) in
    request.reply(try host.operations.status(of: NodeID(node)))
  }
}

extension AttributeChange {
  fileprivate init(_ values: stat, _ parts: Int32) {
    self.init()
    if parts & FUSE_SET_ATTR_MODE != 0 { mode = values.st_mode }
    if parts & FUSE_SET_ATTR_UID != 0 { user = values.st_uid }
    if parts & FUSE_SET_ATTR_GID != 0 { group = values.st_gid }
    if parts & FUSE_SET_ATTR_SIZE != 0 { size = Int(values.st_size) }
    access = time(values.st_atim, set: parts & FUSE_SET_ATTR_ATIME, now: parts & FUSE_SET_ATTR_ATIME_NOW)
    modification = time(values.st_mtim, set: parts & FUSE_SET_ATTR_MTIME, now: parts & FUSE_SET_ATTR_MTIME_NOW)
  }
}

private func time(_ value: timespec, set: Int32, now: Int32) -> TimeChange {
  if now != 0 { return .now }
  return set == 0 ? .keep : .set(seconds: value.tv_sec, nanoseconds: value.tv_nsec)
}
