// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
import Events
import FuseSession
import Glibc
import Threads

/// Whether an app may use a folder at this moment; where nobody knows yet, the person is asked and the app waits.
package final class FolderPermission: Sendable {
  private struct State {
    /// Counts grants: what was opened under an earlier one stays closed.
    var epoch: UInt64 = 0
    var isGranted = false
    var asking: Asking?
    /// The time at which the answer was no, or nobody answered.
    var refused: ContinuousClock.Instant?
    var hasEnded = false

    mutating func grant() {
      refused = nil
      guard !isGranted, !hasEnded else { return }
      isGranted = true
      epoch += 1
    }
  }

  /// A question that is being asked, shared by all calls that wait for its answer.
  private final class Asking: Sendable {
    let answer = Locked<Bool?>(nil)
    let waiting = Locked<[ThreadNotifier]>([])

    func finish(_ isGranted: Bool) {
      answer.withLock { $0 = isGranted }
      for notifier in waiting.withLock({ $0 }) { notifier.notify() }
    }
  }

  /// The service that the person decides about; nil for files that they chose themselves.
  package let service: ConsentService?
  private let person: Person
  private let waiters: CallersWaiting
  private let state: Locked<State>

  /// The time between looks at whether the program was interrupted.
  private static let pause = Duration.milliseconds(100)
  private static let longestWait = Duration.seconds(150)
  /// A program that tries again and again does not have `baileyd` asked each time.
  private static let hush = Duration.milliseconds(250)

  /// The person's answers about a service. On any error it is false.
  package struct Person: Sendable {
    /// Asks where nothing is decided, and waits for the answer.
    let ask: @Sendable (ConsentService) -> Bool
    /// Whether a service is granted, without asking.
    let stands: @Sendable (ConsentService) -> Bool

    package init(
      ask: @escaping @Sendable (ConsentService) -> Bool, stands: @escaping @Sendable (ConsentService) -> Bool
    ) {
      self.ask = ask
      self.stands = stands
    }
  }

  package init(_ service: ConsentService, waiters: CallersWaiting, _ person: Person) {
    self.service = service
    self.person = person
    self.waiters = waiters
    state = Locked(State())
  }

  /// The permission for what the person chose: there is nothing to ask.
  package init() {
    service = nil
    person = Person(ask: { _ in false }, stands: { _ in false })
    waiters = CallersWaiting(atMost: 0)
    state = Locked(State(epoch: 1, isGranted: true))
  }

  // MARK: - For calls

  package var isGranted: Bool { state.withLock { $0.isGranted } }

  /// The number of the present grant. Throws `EACCES` where there is none, and asks nobody.
  func require() throws(FileError) -> UInt64 {
    guard let epoch = state.withLock({ $0.isGranted ? $0.epoch : nil }) else { throw FileError(EACCES) }
    return epoch
  }

  /// Throws unless the grant is the one that a file was opened under.
  func require(_ epoch: UInt64) throws(FileError) {
    let stands = state.withLock { $0.epoch == epoch && $0.isGranted }
    if !stands { throw FileError(EACCES) }
  }

  /// The same as `require`, but the person is asked where there is no grant. Throws `EINTR` where the program got a signal
  /// meanwhile, and `EAGAIN` where too many calls wait already.
  func obtain() throws(FileError) -> UInt64 {
    if let epoch = state.withLock({ $0.isGranted ? $0.epoch : nil }) { return epoch }
    guard let service else { throw FileError(EACCES) }
    let isHushed = state.withLock { state in
      state.asking == nil && state.refused.map { ContinuousClock.now - $0 < Self.hush } ?? false
    }
    guard !isHushed else { throw FileError(EACCES) }
    let asking = try question(about: service)
    try waiters.count { () throws(FileError) in try wait(for: asking) }
    return try require()
  }

  private func question(about service: ConsentService) throws(FileError) -> Asking {
    let (asking, isNew) = state.withLock { state in
      if let asking = state.asking { return (asking, false) }
      let asking = Asking()
      state.asking = asking
      return (asking, true)
    }
    guard isNew else { return asking }
    do {
      try SystemThread.start(named: "question") { [self] in
        let isGranted = person.ask(service)
        state.withLock { state in
          state.asking = nil
          if isGranted { state.grant() } else { state.refused = .now }
        }
        // What was taken back before it was noted as granted is noticed here; what is taken back later, by whoever follows.
        if isGranted, !person.stands(service) { _ = withdraw() }
        asking.finish(isGranted)
      }
    } catch {
      state.withLock { $0.asking = nil }
      asking.finish(false)
    }
    return asking
  }

  private func wait(for asking: Asking) throws(FileError) {
    guard let notifier = try? ThreadNotifier() else { throw FileError(EACCES) }
    asking.waiting.withLock { $0.append(notifier) }
    defer { asking.waiting.withLock { $0.removeAll { $0 === notifier } } }
    let end = ContinuousClock.now + Self.longestWait
    while asking.answer.withLock({ $0 }) == nil {
      if CurrentRequest.isInterrupted { throw FileError(EINTR) }
      guard ContinuousClock.now < end else { throw FileError(EACCES) }
      notifier.wait(within: Self.pause)
    }
  }

  // MARK: - For whoever follows what the person says

  /// Withdraws the grant, and says whether there was one.
  package func withdraw() -> Bool {
    state.withLock { state in
      defer { state.isGranted = false }
      return state.isGranted
    }
  }

  /// Ends the permission for good: no answer that comes later counts.
  package func end() {
    state.withLock { state in
      state.hasEnded = true
      state.isGranted = false
    }
  }
}

/// How many calls wait for the person, each of which holds a thread of the mount: others must find one free.
package final class CallersWaiting: Sendable {
  private let most: Int
  private let count = Locked(0)

  package init(atMost most: Int) { self.most = most }

  func count(_ body: () throws(FileError) -> Void) throws(FileError) {
    let hasRoom = count.withLock { count in
      guard count < most else { return false }
      count += 1
      return true
    }
    guard hasRoom else { throw FileError(EAGAIN) }
    defer { count.withLock { $0 -= 1 } }
    try body()
  }
}
