// SPDX-License-Identifier: Apache-2.0
import CFuse
import Threads

/// Has the kernel ask again which events a file has, for programs that wait in `poll(2)`.
/// Unchecked because the handle is constant, and the host's gate says whether the session is there.
@safe package final class PollNotifier: @unchecked Sendable {
  private let raw: OpaquePointer
  private let host: Host

  init(_ raw: OpaquePointer, _ host: Host) {
    unsafe self.raw = raw
    self.host = host
  }

  deinit { unsafe fuse_pollhandle_destroy(raw) }

  /// May be called at any time, also after the session's end. Not from within a request for the same file.
  package func notify() {
    _ = host.notifications.pass { _ = unsafe fuse_lowlevel_notify_poll(raw) }
  }
}
