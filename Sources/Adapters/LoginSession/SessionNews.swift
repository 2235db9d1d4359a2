// SPDX-License-Identifier: Apache-2.0
import Events
import SystemCalls
import Threads

/// The news of logind that nobody has acted on yet. However much is said, it stays small.
final class SessionNews: Sendable {
  struct Gathered: Sendable, Equatable {
    /// The objects of sessions that were told to lock.
    var locked: Set<String> = []
    var unlocked: Set<String> = []
    /// The computer is about to sleep, and has not been awake again before somebody asked here.
    var fallsAsleep = false
    var wakesUp = false
    /// Sessions have changed, come or gone.
    var changed = false
    /// logind, or the bus, is gone.
    var ended = false
  }

  private let gathered = Locked(Gathered())
  private let notifier: ThreadNotifier

  init() throws(SystemError) { notifier = try ThreadNotifier() }

  func add(_ change: (inout Gathered) -> Void) {
    gathered.withLock { gathered in
      change(&gathered)
      // Others' sessions may be told to lock too: of too many, all that are the owner's.
      if gathered.locked.count > ListedSession.maximum { gathered.locked = [Self.all] }
      if gathered.unlocked.count > ListedSession.maximum { gathered.unlocked = [] }
    }
    notifier.notify()
  }

  /// The mark that stands for every session.
  static let all = "*"

  /// Wakes whoever waits.
  func wake() { notifier.notify() }

  /// The news since the last call, once there is some, somebody calls `wake`, or the time is over.
  func next(within time: Duration) -> Gathered {
    notifier.wait(within: time)
    return gathered.withLock { gathered in
      defer { gathered = Gathered() }
      return gathered
    }
  }
  /// Waits for a time, through what is said meanwhile, while a condition holds.
  func wait(_ time: Duration, while goesOn: () -> Bool) {
    let end = ContinuousClock.now + time
    while goesOn(), ContinuousClock.now < end { _ = next(within: ContinuousClock.now.duration(to: end)) }
  }
}
