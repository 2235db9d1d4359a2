// SPDX-License-Identifier: Apache-2.0
import CFuseChannel
import LinuxSystem

/// A thread that serves a session's requests; to be waited for exactly once.
@safe struct Worker {
  private let raw: OpaquePointer

  init(_ session: OpaquePointer, ended: borrowing FileDescriptor) throws(SystemError) {
    guard let raw = unsafe cfuse_worker_start(session, ended.raw) else { throw SystemError(.pthread) }
    unsafe self.raw = raw
  }

  func wake() { unsafe cfuse_worker_wake(raw) }
  func wait() { unsafe cfuse_worker_join(raw) }
}
