// SPDX-License-Identifier: Apache-2.0
import Events
package import ProtectionModel
package import SystemCalls
import Threads

/// The lock state as apps may know it, and the threads that wait for another.
package final class LockStateBoard: Sendable {
  private struct Notes {
    var state: LockState
    var waiting: [ThreadNotifier] = []
  }

  private let notes: Locked<Notes>

  package init(_ state: LockState) { notes = Locked(Notes(state: state)) }

  package var state: LockState { notes.withLock { $0.state } }

  package func change(to state: LockState) {
    notes.withLock { notes in
      guard notes.state != state else { return }
      notes.state = state
      for notifier in notes.waiting { notifier.notify() }
      notes.waiting = []
    }
  }

  /// The state as soon as it is another than this, or as it is when the time is over.
  package func state(otherThan known: LockState?, within time: Duration) throws(SystemError) -> LockState {
    let notifier = try ThreadNotifier()
    let isKnown = notes.withLock { notes in
      guard notes.state == known else { return false }
      notes.waiting.append(notifier)
      return true
    }
    if isKnown { notifier.wait(within: time) }
    return notes.withLock { notes in
      notes.waiting.removeAll { $0 === notifier }
      return notes.state
    }
  }
}

extension LockStateBoard: LockFollower {
  package func graceBegan() { change(to: .grace) }
  package func keysAreGone() { change(to: .locked) }
  package func keysAreBack() { change(to: .unlocked) }
}
