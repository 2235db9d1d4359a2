// SPDX-License-Identifier: Apache-2.0
package import Clocks
package import ProtectionModel

/// Decides when keys go and who must be told first. It does nothing itself: each input gives the effects to carry out,
/// in order, so that every path can be tested without a key, a clock or a process.
///
///     unlocked -- lock --> grace -- time over --> locking -- all have acknowledged --> locked
///                                                    |                                   ^
///                                                 deadline                               |
///                                                    v                                   |
///                                                 overdue -- the rest has too, or is gone -
///
/// While locking, the state that others see is still `grace`, but the keys that the lock removes are refused already. They
/// are erased at the deadline. The state is `locked` only once no observer holds such keys: an observer that is overdue is
/// ended by force, and if that does not help, the requester is told that the lock could not be finished.
package struct LockCoordinator: Sendable {
  package struct Settings: Sendable {
    package var graceMilliseconds: UInt64
    /// How long the observers of a lock have to give up what they hold.
    package var deadlineMilliseconds: UInt64
    /// How long an overdue observer has until it is ended. After the same time again, nobody waits for its end any more.
    package var timeoutMilliseconds: UInt64

    package init(
      graceMilliseconds: UInt64 = 10_000, deadlineMilliseconds: UInt64 = 2000, timeoutMilliseconds: UInt64 = 3000
    ) {
      self.graceMilliseconds = graceMilliseconds
      self.deadlineMilliseconds = deadlineMilliseconds
      self.timeoutMilliseconds = timeoutMilliseconds
    }
  }

  package enum Input: Sendable, Equatable {
    case lock(LockMode)
    /// The passcode was right, and the keys are there.
    case unlocked
    case joined(LockObserver)
    /// It is gone, and so is all it held.
    case left(LockObserver)
    case acknowledged(LockObserver, epoch: UInt64)
    case tick
  }

  package enum Effect: Sendable, Equatable {
    case tell(LockNotice, Set<LockObserver>)
    /// From here on the keys that lock are not used, though they are still there.
    case refuseLockingKeys
    case eraseLockingKeys
    /// These observers did not give up their keys in time: end their processes.
    case end(Set<LockObserver>)
  }

  private enum Phase: Sendable {
    case beforeFirstUnlock
    case unlocked
    case grace(until: BootInstant)
    case locking(until: BootInstant, awaiting: Set<LockObserver>)
    /// The keys here are gone.
    case overdue(until: BootInstant, awaiting: Set<LockObserver>, Remedy)
    /// As before, and nobody waits any more.
    case unfinished(awaiting: Set<LockObserver>)
    case locked
  }

  private enum Remedy: Sendable { case none, end }

  private var settings: Settings
  private var phase: Phase
  private var observers: Set<LockObserver> = []
  /// Counts the locks.
  package private(set) var epoch: UInt64 = 0

  /// Without a passcode an instance starts unlocked and is never asked to lock.
  package init(startingUnlocked: Bool, settings: Settings) {
    phase = startingUnlocked ? .unlocked : .beforeFirstUnlock
    self.settings = settings
  }

  /// For the next grace period: one that runs already ends as it was begun.
  package mutating func change(graceMilliseconds: UInt64) { settings.graceMilliseconds = graceMilliseconds }

  package var state: LockState {
    switch phase {
    case .beforeFirstUnlock: .beforeFirstUnlock
    case .unlocked: .unlocked
    case .grace, .locking, .overdue, .unfinished: .grace
    case .locked: .locked
    }
  }

  /// Whether the keys are on their way out: who wants to unlock waits until they are gone.
  package var isLocking: Bool {
    switch phase {
    case .locking, .overdue: true
    case .beforeFirstUnlock, .unlocked, .grace, .unfinished, .locked: false
    }
  }

  /// Whether somebody still has keys of what should be locked, and nothing more can be done about it.
  package var isUnfinished: Bool {
    if case .unfinished = phase { true } else { false }
  }

  /// Those that have not given up yet what a lock takes away.
  package var awaited: Set<LockObserver> {
    switch phase {
    case .locking(_, let awaiting), .overdue(_, let awaiting, _), .unfinished(let awaiting): awaiting
    case .beforeFirstUnlock, .unlocked, .grace, .locked: []
    }
  }

  /// When the next `tick` is due.
  package var nextTick: BootInstant? {
    switch phase {
    case .grace(let until), .locking(let until, _), .overdue(let until, _, _): until
    case .beforeFirstUnlock, .unlocked, .unfinished, .locked: nil
    }
  }

  package mutating func handle(_ input: Input, at now: BootInstant) -> [Effect] {
    switch input {
    case .lock(let mode): lock(mode, at: now)
    case .unlocked: unlock()
    case .joined(let observer): join(observer, at: now)
    case .left(let observer):
      observers.remove(observer) == nil ? [] : finish(without: observer)
    case .acknowledged(let observer, let epoch): epoch == self.epoch ? finish(without: observer) : []
    case .tick: tick(at: now)
    }
  }
}

// MARK: - Transitions

extension LockCoordinator {
  private mutating func lock(_ mode: LockMode, at now: BootInstant) -> [Effect] {
    switch (phase, mode) {
    case (.unlocked, .afterGrace) where settings.graceMilliseconds > 0:
      epoch += 1
      phase = .grace(until: now.advanced(byMilliseconds: settings.graceMilliseconds))
      return tell(.willLock(epoch: epoch, milliseconds: settings.graceMilliseconds))
    case (.unlocked, _):
      epoch += 1
      return beginLocking(at: now)
    case (.grace, .now): return beginLocking(at: now)
    case (.grace, .afterGrace), (.locking, _), (.overdue, _), (.unfinished, _), (.locked, _), (.beforeFirstUnlock, _):
      return []
    }
  }

  private mutating func unlock() -> [Effect] {
    switch phase {
    case .beforeFirstUnlock, .grace, .unfinished, .locked:
      phase = .unlocked
      return tell(.unlocked(epoch: epoch))
    case .unlocked, .locking, .overdue: return []
    }
  }

  private mutating func join(_ observer: LockObserver, at now: BootInstant) -> [Effect] {
    observers.insert(observer)
    switch phase {
    case .grace(let until):
      return [.tell(.willLock(epoch: epoch, milliseconds: now.milliseconds(until: until)), [observer])]
    case .locking(let until, let awaiting):
      phase = .locking(until: until, awaiting: awaiting.union([observer]))
      return [.tell(.locking(epoch: epoch, milliseconds: now.milliseconds(until: until)), [observer])]
    // An observer that joins after the keys were erased holds none.
    case .beforeFirstUnlock, .unlocked, .overdue, .unfinished, .locked: return []
    }
  }

  private mutating func tick(at now: BootInstant) -> [Effect] {
    guard let due = nextTick, due <= now else { return [] }
    let next = now.advanced(byMilliseconds: settings.timeoutMilliseconds)
    switch phase {
    case .locking(_, let awaiting):
      phase = .overdue(until: next, awaiting: awaiting, .none)
      return [.eraseLockingKeys]
    case .overdue(_, let awaiting, .none):
      phase = .overdue(until: next, awaiting: awaiting, .end)
      return [.end(awaiting)]
    case .overdue(_, let awaiting, .end):
      phase = .unfinished(awaiting: awaiting)
      return []
    case .grace: return beginLocking(at: now)
    case .beforeFirstUnlock, .unlocked, .unfinished, .locked: return []
    }
  }

  private mutating func beginLocking(at now: BootInstant) -> [Effect] {
    let told = tell(.locking(epoch: epoch, milliseconds: settings.deadlineMilliseconds))
    phase = .locking(until: now.advanced(byMilliseconds: settings.deadlineMilliseconds), awaiting: observers)
    return [.refuseLockingKeys] + told + (observers.isEmpty ? erase() : [])
  }

  private mutating func finish(without observer: LockObserver) -> [Effect] {
    switch phase {
    case .locking(let until, var awaiting):
      guard awaiting.remove(observer) != nil else { return [] }
      phase = .locking(until: until, awaiting: awaiting)
      return awaiting.isEmpty ? erase() : []
    case .overdue(let until, var awaiting, let remedy):
      guard awaiting.remove(observer) != nil else { return [] }
      phase = .overdue(until: until, awaiting: awaiting, remedy)
      return awaiting.isEmpty ? end() : []
    case .unfinished(var awaiting):
      guard awaiting.remove(observer) != nil else { return [] }
      phase = .unfinished(awaiting: awaiting)
      return awaiting.isEmpty ? end() : []
    case .beforeFirstUnlock, .unlocked, .grace, .locked: return []
    }
  }

  private mutating func erase() -> [Effect] { [.eraseLockingKeys] + end() }

  private mutating func end() -> [Effect] {
    phase = .locked
    return tell(.locked(epoch: epoch))
  }

  private func tell(_ notice: LockNotice) -> [Effect] {
    observers.isEmpty ? [] : [.tell(notice, observers)]
  }
}
