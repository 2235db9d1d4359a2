// SPDX-License-Identifier: Apache-2.0
import CFuse
import Files
import Glibc

// MARK: - Extended attributes, as libfuse calls them

func addExtendedAttributeCallbacks(to table: inout fuse_lowlevel_ops) {
  unsafe table.getxattr = onGet
  unsafe table.listxattr = onList
  unsafe table.setxattr = onSet
  unsafe table.removexattr = onRemove
}

private func onGet(_ raw: fuse_req_t?, _ node: fuse_ino_t, _ name: UnsafePointer<CChar>?, _ room: Int) {
  unsafe serve(raw) { host, request throws(FileError) in
    guard unsafe !isCapability(name) else { throw FileError(ENODATA) }
    let value = try host.operations.extendedAttribute(unsafe bytes(name), of: NodeID(node))
    try request.reply(value, room: room)
  }
}

private func onList(_ raw: fuse_req_t?, _ node: fuse_ino_t, _ room: Int) {
  unsafe serve(raw) { host, request throws(FileError) in
    let names = try host.operations.extendedAttributeNames(of: NodeID(node))
    try request.reply(names.flatMap { $0 + [0] }, room: room)
  }
}

private func onSet(
  _ raw: fuse_req_t?, _ node: fuse_ino_t, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?, _ count: Int,
  _ flags: Int32
) {
  unsafe serve(raw) { host, request throws(FileError) in
    guard unsafe !isCapability(name) else { throw .unsupported }
    guard let mode = AttributeSetMode(rawValue: flags) else { throw FileError(EINVAL) }
    let value = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: value, count: count))
    try host.operations.setExtendedAttribute(
      unsafe bytes(name), of: NodeID(node), to: value, mode, caller: request.caller)
    request.done()
  }
}

private func onRemove(_ raw: fuse_req_t?, _ node: fuse_ino_t, _ name: UnsafePointer<CChar>?) {
  unsafe serve(raw) { host, request throws(FileError) in
    try host.operations.removeExtendedAttribute(unsafe bytes(name), of: NodeID(node), caller: request.caller)
    request.done()
  }
}

/// The kernel asks for this attribute at the first write to each file. It never exists here: a mount without
/// set-user-id programs has no use for programs with capabilities. So writes need not remove it either.
private func isCapability(_ name: UnsafePointer<CChar>?) -> Bool {
  guard let name = unsafe name else { return false }
  return unsafe strcmp(name, "security.capability") == 0
}
