// SPDX-License-Identifier: Apache-2.0
import CFuse
import CFuseChannel
import Events
import Glibc
import SystemCalls
import Threads

/// libfuse's session and its threads.
/// Unchecked because the handles are constant, and what changes is under locks.
@safe final class Session: @unchecked Sendable {
  let ended: FileDescriptor
  private let raw: OpaquePointer
  private let host: Unmanaged<Host>
  private let notifications: Gate
  private let pending: PendingReplies
  private let service = Locked(Service())

  private struct Service: ~Copyable {
    var pool: ThreadPool?
    var hasEnded = false
    var isDetached = false
  }

  init(_ host: Host, _ arguments: [String], at folder: String) throws(SystemError) {
    ended = try .event()
    notifications = host.notifications
    pending = host.pending
    let host = unsafe Unmanaged.passRetained(host)
    guard let raw = unsafe newSession(arguments, host.toOpaque()) else {
      unsafe host.release()
      throw SystemError(.mount, code: EINVAL)
    }
    unsafe self.raw = raw
    unsafe self.host = host
    errno = 0
    guard unsafe fuse_session_mount(raw, folder) == 0 else { throw SystemError(.mount, code: errno == 0 ? EIO : errno) }
    let code = unsafe cfuse_observe(raw)
    guard code == 0 else { throw SystemError(.mount, code: code) }
  }

  deinit {
    // Where it was never served.
    service.withLock { service in
      if !service.hasEnded, !service.isDetached { unsafe fuse_session_unmount(raw) }
    }
    unsafe fuse_session_destroy(raw)
    unsafe host.release()
  }

  func start(_ options: MountOptions) throws(SystemError) {
    try service.withLock { service throws(SystemError) in
      service.pool = unsafe try ThreadPool(for: raw, options, ended: ended)
    }
  }

  /// Sends a notification to the kernel. Not an error: the kernel does not know what it is about, or the session has
  /// ended.
  func notify(_ send: (OpaquePointer) -> Int32) throws(SystemError) {
    precondition(!cfuse_is_worker(), "a request that waits for the kernel waits for itself")
    let code = notifications.pass { unsafe send(raw) } ?? -ENODEV
    guard code == 0 || code == -ENOENT || code == -ENODEV || code == -ENOTCONN else {
      throw SystemError(.write, code: -code)
    }
  }

  /// Overwrites what the kernel sent and this process has not dealt with. For the end only: a thread that goes on with
  /// such a request finds zeros.
  func wipeRequests() {
    service.withLock { $0.pool?.wipeRequests() }
  }

  /// Ends the session once. After a clean unmount the threads end by themselves; else they are stopped. A mount that is left
  /// has no server any more.
  func end(unmount: () -> UnmountOutcome, cutOff: () -> Void) {
    precondition(!cfuse_is_worker(), "a request cannot wait for its own end")
    service.withLock { service in
      guard !service.hasEnded else { return }
      service.hasEnded = true
      let outcome = unmount()
      notifications.close()
      // Requests under way are answered, writes of pages included: syncing a FUSE filesystem waits until requests are
      // sent, not until they are answered. Later requests fail.
      if outcome == .busy { service.pool?.stop() }
      service.pool?.wait()
      service.pool = nil
      pending.finish()
      if outcome == .busy {
        unsafe cfuse_serve_rest(raw, longestRest)
        pending.finish()
        cutOff()
      }
      // Not by libfuse, which would start a program or take root's rights to unmount what is left.
      unsafe cfuse_let_go(raw, ended.raw)
    }
  }

  /// The mount has no place any more, and is not unmounted: something else may be there by now.
  func detach() { service.withLock { $0.isDetached = true } }
}

/// Milliseconds for what was asked before the end, in case programs never stop asking.
private let longestRest: Int32 = 2000

/// How far an unmount that does not use force came.
enum UnmountOutcome {
  case done
  /// Programs use files, or it may not be unmounted by this process.
  case busy
}

private func newSession(_ arguments: [String], _ host: UnsafeMutableRawPointer) -> OpaquePointer? {
  var native = unsafe fuse_args()
  defer { unsafe fuse_opt_free_args(&native) }
  for argument in arguments {
    guard unsafe fuse_opt_add_arg(&native, argument) == 0 else { return nil }
  }
  // libfuse copies the table.
  var table = operationsTable()
  return unsafe fuse_session_new(&native, &table, MemoryLayout<fuse_lowlevel_ops>.size, host)
}

private func operationsTable() -> fuse_lowlevel_ops {
  var table = fuse_lowlevel_ops()
  unsafe table.`init` = onStart
  addLookupCallbacks(to: &table)
  addAttributeCallbacks(to: &table)
  addContentCallbacks(to: &table)
  addLockCallbacks(to: &table)
  addDirectoryCallbacks(to: &table)
  addExtendedAttributeCallbacks(to: &table)
  return table
}
