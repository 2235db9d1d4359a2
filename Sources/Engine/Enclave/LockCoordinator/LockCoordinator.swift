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
///
/// A lock where these keys are gone already goes the same way and leaves the state as it is: observers give up what has been
/// opened since by other means, as file-based keychains are by their own passwords.
package struct LockCoordinator: Sendable {
  package struct Settings: Sendable {
    package var graceMilliseconds: UInt64
    /// How long the observers of a lock have to give up what they hold.
    package var deadlineMilliseconds: UInt64
    /// How long an overdue observer has until it is ended. After the same time again, nobody waits for its end any more.
    package var timeoutMilliseconds: UInt64

    package init(
      graceMilliseconds: UInt64 = LockSettings.standard.graceMilliseconds, deadlineMilliseconds: UInt64 = 2000,
      timeoutMilliseconds: UInt64 = 3000
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
    /// The observer is gone, and so is all it held.
    case left(LockObserver)
    case acknowledged(LockObserver, epoch: UInt64)
    case tick
  }

  package enum Effect: Sendable, Equatable {
    case tell(LockNotice, Set<LockObserver>)
    /// The keys that lock are not used from here on, though they are still there.
    case refuseLockingKeys
    case eraseLockingKeys
    /// End the processes of these observers, which did not give up their keys in time.
    case end(Set<LockObserver>)
  }

  private enum Phase: Sendable {
    case beforeFirstUnlock
    case unlocked
    case grace(until: BootInstant)
    case locking(Course, until: BootInstant, awaiting: Set<LockObserver>)
    /// The keys here are gone.
    case overdue(Course, until: BootInstant, awaiting: Set<LockObserver>, Remedy)
    /// The lock is unfinished as before, and nobody waits any more.
    case unfinished(Course, awaiting: Set<LockObserver>)
    case locked
  }

  /// The course of a lock, by what it finds.
  private enum Course: Sendable {
    case keysGo
    /// No keys: the instance is locked, or was never unlocked.
    case noKeys(BeforeAndAfter)

    enum BeforeAndAfter: Sendable { case beforeFirstUnlock, locked }

    var state: LockState {
      switch self {
      case .keysGo: .grace
      case .noKeys(.beforeFirstUnlock): .beforeFirstUnlock
      case .noKeys(.locked): .locked
      }
    }
  }

  private enum Remedy: Sendable { case none, end }

  private var settings: Settings
  private var phase: Phase
  private var observers: Set<LockObserver> = []
  /// Counts the locks.
  package private(set) var epoch: UInt64 = 0

  /// Makes the coordinator. Without a passcode an instance starts unlocked and is never asked to lock.
  package init(startingUnlocked: Bool, settings: Settings) {
    phase = startingUnlocked ? .unlocked : .beforeFirstUnlock
    self.settings = settings
  }

  /// Changes the next grace period: one that runs already ends as it was begun.
  package mutating func change(graceMilliseconds: UInt64) { settings.graceMilliseconds = graceMilliseconds }

  package var state: LockState {
    switch phase {
    case .beforeFirstUnlock: .beforeFirstUnlock
    case .unlocked: .unlocked
    case .grace: .grace
    case .locking(let course, _, _), .overdue(let course, _, _, _), .unfinished(let course, _): course.state
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

  /// The observers that have not given up yet what a lock takes away.
  package var awaited: Set<LockObserver> {
    switch phase {
    case .locking(_, _, let awaiting), .overdue(_, _, let awaiting, _), .unfinished(_, let awaiting): awaiting
    case .beforeFirstUnlock, .unlocked, .grace, .locked: []
    }
  }

  /// The time at which the next `tick` is due.
  package var nextTick: BootInstant? {
    switch phase {
    case .grace(let until), .locking(_, let until, _), .overdue(_, let until, _, _): until
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
      return begin(.keysGo, at: now)
    case (.grace, .now): return begin(.keysGo, at: now)
    case (.locked, _):
      epoch += 1
      return begin(.noKeys(.locked), at: now)
    case (.beforeFirstUnlock, _):
      epoch += 1
      return begin(.noKeys(.beforeFirstUnlock), at: now)
    case (.grace, .afterGrace), (.locking, _), (.overdue, _), (.unfinished, _): return []
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
    case .locking(let course, let until, let awaiting):
      phase = .locking(course, until: until, awaiting: awaiting.union([observer]))
      return [.tell(.locking(epoch: epoch, milliseconds: now.milliseconds(until: until)), [observer])]
    // An observer that joins after the keys were erased holds none.
    case .beforeFirstUnlock, .unlocked, .overdue, .unfinished, .locked: return []
    }
  }

  private mutating func tick(at now: BootInstant) -> [Effect] {
    guard let due = nextTick, due <= now else { return [] }
    let next = now.advanced(byMilliseconds: settings.timeoutMilliseconds)
    switch phase {
    case .locking(let course, _, let awaiting):
      phase = .overdue(course, until: next, awaiting: awaiting, .none)
      return erase(in: course)
    case .overdue(let course, _, let awaiting, .none):
      phase = .overdue(course, until: next, awaiting: awaiting, .end)
      return [.end(awaiting)]
    case .overdue(let course, _, let awaiting, .end):
      phase = .unfinished(course, awaiting: awaiting)
      return []
    case .grace: return begin(.keysGo, at: now)
    case .beforeFirstUnlock, .unlocked, .unfinished, .locked: return []
    }
  }

  private mutating func begin(_ course: Course, at now: BootInstant) -> [Effect] {
    let told = tell(.locking(epoch: epoch, milliseconds: settings.deadlineMilliseconds))
    phase = .locking(
      course, until: now.advanced(byMilliseconds: settings.deadlineMilliseconds), awaiting: observers)
    let refused: [Effect] = if case .keysGo = course { [.refuseLockingKeys] } else { [] }
    return refused + told + (observers.isEmpty ? erase(in: course) + end(course) : [])
  }

  private mutating func finish(without observer: LockObserver) -> [Effect] {
    switch phase {
    case .locking(let course, let until, var awaiting):
      guard awaiting.remove(observer) != nil else { return [] }
      phase = .locking(course, until: until, awaiting: awaiting)
      return awaiting.isEmpty ? erase(in: course) + end(course) : []
    case .overdue(let course, let until, var awaiting, let remedy):
      guard awaiting.remove(observer) != nil else { return [] }
      phase = .overdue(course, until: until, awaiting: awaiting, remedy)
      return awaiting.isEmpty ? end(course) : []
    case .unfinished(let course, var awaiting):
      guard awaiting.remove(observer) != nil else { return [] }
      phase = .unfinished(course, awaiting: awaiting)
      return awaiting.isEmpty ? end(course) : []
    case .beforeFirstUnlock, .unlocked, .grace, .locked: return []
    }
  }

  private func erase(in course: Course) -> [Effect] {
    if case .keysGo = course { [.eraseLockingKeys] } else { [] }
  }

  /// Ends a lock. Nobody is told of a state that is what it was before.
  private mutating func end(_ course: Course) -> [Effect] {
    switch course {
    case .keysGo:
      phase = .locked
      return tell(.locked(epoch: epoch))
    case .noKeys(.beforeFirstUnlock): phase = .beforeFirstUnlock
    case .noKeys(.locked): phase = .locked
    }
    return []
  }

  private func tell(_ notice: LockNotice) -> [Effect] {
    observers.isEmpty ? [] : [.tell(notice, observers)]
  }
}
