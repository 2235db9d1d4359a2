// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import Dispatch
import Events
import ProtectionModel
import Synchronization
import Threads

/// Waits for changes of the lock state on a thread of its own, and tells of them on the main thread, in order.
final class LockStateFollower: Sendable {
  /// How long one question waits; an answer that nothing has changed costs nothing.
  private static let timeout: UInt16 = 60
  /// The pause until Bailey is asked again when nobody answers.
  private static let pause = Duration.seconds(2)

  private final class Wish: Sendable {
    let isOver = Atomic<Bool>(false)
  }

  private let wish = Wish()

  init(_ states: any LockStateSource, _ tell: @escaping @MainActor (LockState) -> Void) {
    // If no thread can be started, no notification is posted; `isProtectedDataAvailable` still works.
    try? SystemThread.start(named: "lock state") { [wish] in
      var known: LockState?
      while !wish.isOver.load(ordering: .relaxed) {
        do throws(BrokerClientError) {
          let state = try states.lockState(otherThan: known, seconds: known == nil ? 0 : Self.timeout)
          if state != known { DispatchQueue.main.async { MainActor.assumeIsolated { tell(state) } } }
          known = state
        } catch {
          _ = try? Poll.readable([], within: Self.pause)
        }
      }
    }
  }

  deinit { wish.isOver.store(true, ordering: .relaxed) }
}
