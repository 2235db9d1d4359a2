// SPDX-License-Identifier: Apache-2.0
import CFuse
import Glibc
import SystemCalls

// MARK: - Contents, as libfuse calls them

func addContentCallbacks(to table: inout fuse_lowlevel_ops) {
  unsafe table.create = onCreate
  unsafe table.open = onOpen
  unsafe table.read = onRead
  unsafe table.write = onWrite
  unsafe table.flush = onFlush
  unsafe table.release = onRelease
  unsafe table.fsync = onSynchronize
  unsafe table.fallocate = onAllocate
  unsafe table.lseek = onSeek
  unsafe table.ioctl = onControl
  unsafe table.poll = onPoll
}

private func onCreate(
  _ raw: fuse_req_t?, _ parent: fuse_ino_t, _ name: UnsafePointer<CChar>?, _ mode: mode_t,
  _ info: UnsafeMutablePointer<fuse_file_info>?
) {
  unsafe serve(raw) { host, request throws(FileError) in
    guard let info = unsafe info else { throw FileError(EINVAL) }
    let (entry, opened) = try host.operations.create(
      unsafe bytes(name), in: NodeID(parent), mode: mode, flags: unsafe info.pointee.flags, caller: request.caller)
    unsafe request.reply(created: entry, opened, info, host)
  }
}

private func onOpen(_ raw: fuse_req_t?, _ node: fuse_ino_t, _ info: UnsafeMutablePointer<fuse_file_info>?) {
  unsafe serve(raw) { host, request throws(FileError) in
    guard let info = unsafe info else { throw FileError(EINVAL) }
    let opened = try host.operations.open(
      NodeID(node), flags: unsafe info.pointee.flags, privileges: request.privileges, caller: request.caller)
    unsafe request.reply(opened: opened, info) { host.operations.release(NodeID(node), opened.handle) }
  }
}

private func onRead(
  _ raw: fuse_req_t?, _ node: fuse_ino_t, _ count: Int, _ offset: off_t, _ info: UnsafeMutablePointer<fuse_file_info>?
) {
  unsafe serve(raw) { host, request in
    var reply = unsafe ReadReply(request.raw)
    do throws(FileError) {
      try host.operations.read(
        NodeID(node), unsafe handle(info), offset: Int(offset), count: count, reply: &reply)
      reply.finish(nil)
    } catch {
      reply.finish(error)
    }
  }
}

private func onWrite(
  _ raw: fuse_req_t?, _ node: fuse_ino_t, _ data: UnsafePointer<CChar>?, _ count: Int, _ offset: off_t,
  _ info: UnsafeMutablePointer<fuse_file_info>?
) {
  unsafe serve(raw) { host, request throws(FileError) in
    let origin = unsafe info?.pointee.writepage == 1 ? WriteRequest.Origin.mapping : .program
    let write = WriteRequest(
      node: NodeID(node), handle: unsafe handle(info), offset: Int(offset), origin: origin,
      privileges: request.privileges, appends: unsafe info.map { unsafe $0.pointee.flags & O_APPEND != 0 } ?? false)
    // libfuse hands out the worker's own buffer as constant; nobody reads it again before it is filled anew.
    let buffer = unsafe UnsafeMutableRawBufferPointer(mutating: UnsafeRawBufferPointer(start: data, count: count))
    var bytes = unsafe MutableSpan<UInt8>(_unsafeBytes: buffer)
    var reply = unsafe WriteReply(request.raw, count: count)
    do throws(FileError) {
      reply.finish(try host.operations.write(write, &bytes, reply: &reply))
    } catch {
      if !reply.isAcknowledged { throw error }
    }
  }
}

private func onFlush(_ raw: fuse_req_t?, _ node: fuse_ino_t, _ info: UnsafeMutablePointer<fuse_file_info>?) {
  unsafe serve(raw) { host, request throws(FileError) in
    try host.operations.flush(NodeID(node), unsafe handle(info), unsafe owner(info))
    request.done()
  }
}

private func onRelease(_ raw: fuse_req_t?, _ node: fuse_ino_t, _ info: UnsafeMutablePointer<fuse_file_info>?) {
  unsafe serve(raw) { host, request in
    host.operations.release(NodeID(node), unsafe handle(info))
    request.done()
  }
}

private func onSynchronize(
  _ raw: fuse_req_t?, _ node: fuse_ino_t, _ dataOnly: Int32, _ info: UnsafeMutablePointer<fuse_file_info>?
) {
  unsafe serve(raw) { host, request throws(FileError) in
    let extent = dataOnly == 0 ? SyncExtent.everything : .contents
    try host.operations.synchronize(NodeID(node), unsafe handle(info), extent)
    request.done()
  }
}

private func onAllocate(
  _ raw: fuse_req_t?, _ node: fuse_ino_t, _ mode: Int32, _ offset: off_t, _ count: off_t,
  _ info: UnsafeMutablePointer<fuse_file_info>?
) {
  unsafe serve(raw) { host, request throws(FileError) in
    try host.operations.allocate(
      NodeID(node), unsafe handle(info), mode: mode, offset: Int(offset), count: Int(count))
    request.done()
  }
}

private func onSeek(
  _ raw: fuse_req_t?, _ node: fuse_ino_t, _ offset: off_t, _ whence: Int32,
  _ info: UnsafeMutablePointer<fuse_file_info>?
) {
  unsafe serve(raw) { host, request throws(FileError) in
    guard let target = SeekTarget(whence: whence) else { throw FileError(EINVAL) }
    request.reply(
      offset: try host.operations.seek(NodeID(node), unsafe handle(info), target, from: Int(offset)))
  }
}

private func onControl(
  _ raw: fuse_req_t?, _ node: fuse_ino_t, _ command: UInt32, _ argument: UnsafeMutableRawPointer?,
  _ info: UnsafeMutablePointer<fuse_file_info>?, _ flags: UInt32, _ input: UnsafeRawPointer?, _ inputCount: Int,
  _ outputCount: Int
) {
  unsafe serve(raw) { host, request throws(FileError) in
    let control = ControlRequest(
      node: NodeID(node), handle: unsafe handle(info), command: command,
      input: unsafe [UInt8](UnsafeRawBufferPointer(start: input, count: input == nil ? 0 : inputCount)),
      argument: UInt64(UInt(bitPattern: argument)), room: outputCount, process: request.caller.process)
    request.reply(try host.operations.control(control), room: outputCount)
  }
}

private func onPoll(
  _ raw: fuse_req_t?, _ node: fuse_ino_t, _ info: UnsafeMutablePointer<fuse_file_info>?, _ wait: OpaquePointer?
) {
  unsafe serve(raw) { host, request throws(FileError) in
    let notifier = unsafe wait.map { unsafe PollNotifier($0, host) }
    request.reply(events: try host.operations.events(NodeID(node), unsafe handle(info), notifier))
  }
}

func handle(_ info: UnsafeMutablePointer<fuse_file_info>?) -> FileHandle {
  FileHandle(rawValue: unsafe info?.pointee.fh ?? 0)
}
