// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import LockCoordinator

// MARK: - What a request leads to

extension EnclaveMonitor {
  /// An event that is to go out.
  struct Notice: Equatable {
    enum Audience: Equatable {
      case observers(Set<LockObserver>)
      case everyone
    }
    let event: EnclaveEvent
    let audience: Audience
  }

  enum Answer: ~Copyable {
    case reply(EnclaveReply)
    /// A lock is under way: the answer is `outcomeOfLock` when it has ended.
    case later
    /// The request gets no reply.
    case silence
  }
}
