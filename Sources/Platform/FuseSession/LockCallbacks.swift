// SPDX-License-Identifier: Apache-2.0
import CFuse
import Files
import Glibc

// MARK: - Locks, as libfuse calls them

func addLockCallbacks(to table: inout fuse_lowlevel_ops) {
  unsafe table.getlk = onTestLock
  unsafe table.setlk = onLock
  unsafe table.flock = onLockFile
}

private func onTestLock(
  _ raw: fuse_req_t?, _ node: fuse_ino_t, _ info: UnsafeMutablePointer<fuse_file_info>?,
  _ range: UnsafeMutablePointer<flock>?
) {
  unsafe serve(raw) { host, request throws(FileError) in
    guard let range = unsafe range, let lock = unsafe FileLock(range.pointee) else { throw FileError(EINVAL) }
    let asked = LockRequest(
      node: NodeID(node), handle: unsafe handle(info), owner: unsafe owner(info), lock: lock, waits: false)
    request.reply(try host.operations.conflict(with: asked))
  }
}

private func onLock(
  _ raw: fuse_req_t?, _ node: fuse_ino_t, _ info: UnsafeMutablePointer<fuse_file_info>?,
  _ range: UnsafeMutablePointer<flock>?, _ waits: Int32
) {
  unsafe serve(raw) { host, request throws(FileError) in
    guard let range = unsafe range, let lock = unsafe FileLock(range.pointee) else { throw FileError(EINVAL) }
    let asked = LockRequest(
      node: NodeID(node), handle: unsafe handle(info), owner: unsafe owner(info), lock: lock, waits: waits != 0)
    host.operations.lock(asked, reply: unsafe LaterReply(request.raw, host))
  }
}

private func onLockFile(
  _ raw: fuse_req_t?, _ node: fuse_ino_t, _ info: UnsafeMutablePointer<fuse_file_info>?, _ operation: Int32
) {
  unsafe serve(raw) { host, request throws(FileError) in
    let kind: FileLock.Kind =
      switch operation & ~LOCK_NB {
      case LOCK_SH: .shared
      case LOCK_EX: .exclusive
      default: .none
      }
    let asked = LockRequest(
      node: NodeID(node), handle: unsafe handle(info), owner: unsafe owner(info), lock: FileLock(kind, .whole),
      waits: operation & LOCK_NB == 0)
    host.operations.lock(asked, reply: unsafe LaterReply(request.raw, host))
  }
}

func owner(_ info: UnsafeMutablePointer<fuse_file_info>?) -> LockOwner {
  LockOwner(rawValue: unsafe info?.pointee.lock_owner ?? 0)
}

extension FileLock {
  fileprivate init?(_ range: flock) {
    let kind: Kind
    switch Int32(range.l_type) {
    case F_RDLCK: kind = .shared
    case F_WRLCK: kind = .exclusive
    case F_UNLCK: kind = .none
    default: return nil
    }
    self.init(kind, .range(start: Int(range.l_start), count: Int(range.l_len)))
  }
}

extension Request {
  fileprivate func reply(_ conflict: FileLock?) {
    var range = flock()
    range.l_whence = Int16(SEEK_SET)
    range.l_type = Int16(F_UNLCK)
    if let conflict, case .range(let start, let count) = conflict.extent {
      range.l_type = Int16(conflict.kind == .shared ? F_RDLCK : F_WRLCK)
      (range.l_start, range.l_len) = (off_t(start), off_t(count))
    }
    _ = unsafe fuse_reply_lock(raw, &range)
  }
}
