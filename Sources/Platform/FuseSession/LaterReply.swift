// SPDX-License-Identifier: Apache-2.0
import CFuse
import Events
import Glibc
import Synchronization
import Threads

/// The answer to a request that may wait long: it comes from any thread, so that the one that serves requests goes on.
/// Unchecked because the handle is constant, and used until the answer is given.
@safe package final class LaterReply: @unchecked Sendable {
  private let raw: fuse_req_t
  private let host: Host
  private let isAnswered = Atomic(false)

  init(_ raw: fuse_req_t, _ host: Host) {
    unsafe self.raw = raw
    self.host = host
    host.pending.begin()
  }

  /// Answers with an error: nobody else is left who could.
  deinit { send(FileError(EIO)) }

  /// Whether the program got a signal: it waits for the answer all the same, so that it should have one soon.
  package var isInterrupted: Bool { unsafe fuse_req_interrupted(raw) != 0 }

  /// Whether the mount ends, which waits for the answer.
  package var isTooLate: Bool { host.pending.isEnding }

  /// Sends the reply; nil where all went well. The first answer counts.
  package func send(_ error: FileError? = nil) {
    guard !isAnswered.exchange(true, ordering: .acquiringAndReleasing) else { return }
    _ = unsafe fuse_reply_err(raw, error?.code ?? 0)
    host.pending.end()
  }
}

/// How many answers are outstanding: the session has to be there until they are given.
final class PendingReplies: Sendable {
  private struct State {
    var count = 0
    var isEnding = false
  }

  private let state = Locked(State())
  private static let pause = Duration.milliseconds(5)

  func begin() { state.withLock { $0.count += 1 } }
  func end() { state.withLock { $0.count -= 1 } }

  var isEnding: Bool { state.withLock { $0.isEnding } }

  /// Returns when all are given.
  func finish() {
    state.withLock { $0.isEnding = true }
    while state.withLock({ $0.count > 0 }) { _ = try? Poll.readable([], within: Self.pause) }
  }
}
