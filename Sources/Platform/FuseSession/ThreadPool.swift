// SPDX-License-Identifier: Apache-2.0
import CFuseChannel
import SystemCalls

/// The threads that serve a session's requests. `wait` frees them and is called exactly once.
@safe struct ThreadPool {
  private let raw: OpaquePointer

  init(for session: OpaquePointer, _ options: MountOptions, ended: borrowing FileDescriptor) throws(SystemError) {
    let mayUseRings = options.transport == .quickest && options.locks == .ofMount
    let raw = unsafe cfuse_pool_start(
      session, Int32(options.workers), mayUseRings, options.looksUpInParallel, ended.raw)
    guard let raw = unsafe raw else { throw SystemError(.pthread) }
    unsafe self.raw = raw
  }

  func stop() { unsafe cfuse_pool_stop(raw) }
  func wipeRequests() { unsafe cfuse_pool_wipe(raw) }
  func wait() { unsafe cfuse_pool_join(raw) }
}
