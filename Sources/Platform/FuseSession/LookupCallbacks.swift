// SPDX-License-Identifier: Apache-2.0
import CFuse
import Files
import Glibc

// MARK: - Names, as libfuse calls them

func addLookupCallbacks(to table: inout fuse_lowlevel_ops) {
  unsafe table.lookup = onLookup
  unsafe table.forget = onForget
  unsafe table.forget_multi = onForgetMulti
  unsafe table.mknod = onMakeNode
  unsafe table.mkdir = onMakeDirectory
  unsafe table.symlink = onMakeSymbolicLink
  unsafe table.readlink = onReadLink
  unsafe table.link = onLink
  unsafe table.unlink = onUnlink
  unsafe table.rmdir = onRemoveDirectory
  unsafe table.rename = onRename
}

private func onLookup(_ raw: fuse_req_t?, _ parent: fuse_ino_t, _ name: UnsafePointer<CChar>?) {
  unsafe serve(raw) { host, request throws(FileError) in
    let name = unsafe try bytes(name)
    do throws(FileError) {
      request.reply(try host.operations.lookUp(name, in: NodeID(parent)), host)
    } catch {
      guard error == .missing, host.lifetimes.missingNames > 0 else { throw error }
      request.replyMissing(for: host.lifetimes.missingNames)
    }
  }
}

private func onForget(_ raw: fuse_req_t?, _ node: fuse_ino_t, _ lookups: UInt64) {
  unsafe serve(raw) { host, request in
    host.operations.forget(NodeID(node), lookups: lookups)
    request.forgotten()
  }
}

private func onForgetMulti(_ raw: fuse_req_t?, _ count: Int, _ list: UnsafeMutablePointer<fuse_forget_data>?) {
  unsafe serve(raw) { host, request in
    let list = unsafe UnsafeBufferPointer(start: list, count: count)
    for index in 0..<count {
      host.operations.forget(unsafe NodeID(list[index].ino), lookups: unsafe list[index].nlookup)
    }
    request.forgotten()
  }
}

private func onMakeNode(
  _ raw: fuse_req_t?, _ parent: fuse_ino_t, _ name: UnsafePointer<CChar>?, _ mode: mode_t, _ device: dev_t
) {
  unsafe serve(raw) { host, request throws(FileError) in
    let entry = try host.operations.makeNode(
      unsafe bytes(name), in: NodeID(parent), mode: mode, device: UInt64(device), caller: request.caller)
    request.reply(entry, host)
  }
}

private func onMakeDirectory(
  _ raw: fuse_req_t?, _ parent: fuse_ino_t, _ name: UnsafePointer<CChar>?, _ mode: mode_t
) {
  unsafe serve(raw) { host, request throws(FileError) in
    let entry = try host.operations.makeDirectory(
      unsafe bytes(name), in: NodeID(parent), mode: mode, caller: request.caller)
    request.reply(entry, host)
  }
}

private func onMakeSymbolicLink(
  _ raw: fuse_req_t?, _ target: UnsafePointer<CChar>?, _ parent: fuse_ino_t, _ name: UnsafePointer<CChar>?
) {
  unsafe serve(raw) { host, request throws(FileError) in
    let entry = try host.operations.makeSymbolicLink(
      unsafe bytes(name), in: NodeID(parent), target: unsafe bytes(target, atMost: Int(PATH_MAX) - 1),
      caller: request.caller)
    request.reply(entry, host)
  }
}

private func onReadLink(_ raw: fuse_req_t?, _ node: fuse_ino_t) {
  unsafe serve(raw) { host, request throws(FileError) in
    request.reply(linkTarget: try host.operations.symbolicLinkTarget(of: NodeID(node)))
  }
}

private func onLink(_ raw: fuse_req_t?, _ node: fuse_ino_t, _ parent: fuse_ino_t, _ name: UnsafePointer<CChar>?) {
  unsafe serve(raw) { host, request throws(FileError) in
    request.reply(try host.operations.link(NodeID(node), as: unsafe bytes(name), in: NodeID(parent)), host)
  }
}

private func onUnlink(_ raw: fuse_req_t?, _ parent: fuse_ino_t, _ name: UnsafePointer<CChar>?) {
  unsafe serve(raw) { host, request throws(FileError) in
    try host.operations.unlink(unsafe bytes(name), in: NodeID(parent))
    request.done()
  }
}

private func onRemoveDirectory(_ raw: fuse_req_t?, _ parent: fuse_ino_t, _ name: UnsafePointer<CChar>?) {
  unsafe serve(raw) { host, request throws(FileError) in
    try host.operations.removeDirectory(unsafe bytes(name), in: NodeID(parent))
    request.done()
  }
}

private func onRename(
  _ raw: fuse_req_t?, _ parent: fuse_ino_t, _ name: UnsafePointer<CChar>?, _ newParent: fuse_ino_t,
  _ newName: UnsafePointer<CChar>?, _ flags: UInt32
) {
  unsafe serve(raw) { host, request throws(FileError) in
    guard let mode = RenameMode(flags: flags) else { throw FileError(EINVAL) }
    try host.operations.rename(
      unsafe bytes(name), in: NodeID(parent), to: unsafe bytes(newName), in: NodeID(newParent), mode,
      caller: request.caller)
    request.done()
  }
}
