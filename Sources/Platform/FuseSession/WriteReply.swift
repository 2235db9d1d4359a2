// SPDX-License-Identifier: Apache-2.0
import CFuse

/// Answers a write: when the method returns, or before.
@safe package struct WriteReply: ~Copyable {
  package private(set) var isAcknowledged = false
  private let count: Int
  private let target: Target

  @safe private enum Target {
    case kernel(fuse_req_t)
    case caller(() -> Void)
  }

  init(_ request: fuse_req_t, count: Int) {
    self.count = count
    target = unsafe .kernel(request)
  }

  /// Makes the reply of a call that does not come from the kernel.
  package init(whenAcknowledged: @escaping () -> Void = {}) {
    count = 0
    target = .caller(whenAcknowledged)
  }

  /// Lets the program go on: all its bytes count as written while the method still stores them.
  ///
  /// What the method throws or returns afterwards reaches no program. The implementation has to block everyone who
  /// could see that the bytes are not stored, and to report a failure with the next call that can.
  package mutating func acknowledge() {
    precondition(!isAcknowledged, "a write is answered once")
    isAcknowledged = true
    switch target {
    case .kernel(let request): _ = unsafe fuse_reply_write(request, count)
    case .caller(let whenAcknowledged): whenAcknowledged()
    }
  }

  /// Answers with how many bytes were written, unless all have been acknowledged.
  func finish(_ written: Int) {
    guard !isAcknowledged, case .kernel(let request) = target else { return }
    _ = unsafe fuse_reply_write(request, written)
  }
}
