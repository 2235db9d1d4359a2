// SPDX-License-Identifier: Apache-2.0
import CFuse
import Glibc

// MARK: - Directories, as libfuse calls them

func addDirectoryCallbacks(to table: inout fuse_lowlevel_ops) {
  unsafe table.opendir = onOpenDirectory
  unsafe table.readdir = onReadDirectory
  unsafe table.readdirplus = onReadEntries
  unsafe table.releasedir = onReleaseDirectory
  unsafe table.fsyncdir = onSynchronizeDirectory
}

private func onOpenDirectory(_ raw: fuse_req_t?, _ node: fuse_ino_t, _ info: UnsafeMutablePointer<fuse_file_info>?) {
  unsafe serve(raw) { host, request throws(FileError) in
    guard let info = unsafe info else { throw FileError(EINVAL) }
    let opened = try host.operations.openDirectory(NodeID(node), caller: request.caller)
    unsafe request.reply(opened: opened, info) { host.operations.releaseDirectory(NodeID(node), opened.handle) }
  }
}

private func onReadDirectory(
  _ raw: fuse_req_t?, _ node: fuse_ino_t, _ size: Int, _ offset: off_t, _ info: UnsafeMutablePointer<fuse_file_info>?
) {
  unsafe serve(raw) { host, request throws(FileError) in
    try list(request, size, { DirectoryReply($0) }) { reply throws(FileError) in
      try host.operations.readDirectory(NodeID(node), unsafe handle(info), from: Int(offset), reply: &reply)
    }
  }
}

private func onReadEntries(
  _ raw: fuse_req_t?, _ node: fuse_ino_t, _ size: Int, _ offset: off_t, _ info: UnsafeMutablePointer<fuse_file_info>?
) {
  unsafe serve(raw) { host, request throws(FileError) in
    try list(request, size, { DirectoryEntriesReply($0, host.lifetimes) }) { reply throws(FileError) in
      try host.operations.readEntries(NodeID(node), unsafe handle(info), from: Int(offset), reply: &reply)
    }
  }
}

private func onReleaseDirectory(
  _ raw: fuse_req_t?, _ node: fuse_ino_t, _ info: UnsafeMutablePointer<fuse_file_info>?
) {
  unsafe serve(raw) { host, request in
    host.operations.releaseDirectory(NodeID(node), unsafe handle(info))
    request.done()
  }
}

private func onSynchronizeDirectory(
  _ raw: fuse_req_t?, _ node: fuse_ino_t, _ dataOnly: Int32, _ info: UnsafeMutablePointer<fuse_file_info>?
) {
  unsafe serve(raw) { host, request throws(FileError) in
    let extent = dataOnly == 0 ? SyncExtent.everything : .contents
    try host.operations.synchronizeDirectory(NodeID(node), unsafe handle(info), extent)
    request.done()
  }
}

/// Answers with one listing. One that fails after some entries is answered with those, because each counts as a lookup.
/// The kernel then asks from behind them, and gets the error.
private func list<Reply: ListingReply & ~Copyable>(
  _ request: Request, _ size: Int, _ reply: (consuming DirectoryBuffer) -> Reply,
  _ fill: (inout Reply) throws(FileError) -> Void
) throws(FileError) {
  let memory = UnsafeMutableBufferPointer<CChar>.allocate(capacity: size)
  defer { unsafe memory.deallocate() }
  var reply = unsafe reply(DirectoryBuffer(request.raw, memory))
  do throws(FileError) {
    try fill(&reply)
  } catch {
    guard !reply.isEmpty else { throw error }
  }
  reply.send()
}
