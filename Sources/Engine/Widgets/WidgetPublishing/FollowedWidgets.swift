// SPDX-License-Identifier: Apache-2.0
import Clocks
import Events
import LockFollowing
package import ProtectionModel
package import SystemCalls
import Threads
package import WidgetUpdates

/// The followers that show widgets, and the reloads that apps have asked for.
///
/// An app is the one whose sandbox the request came from: it reloads its own extensions' widgets and hears of no others.
package final class FollowedWidgets: Sendable {
  fileprivate struct Follower {
    var widgets: [ShownWidget]
    let isAlive: @Sendable () -> Bool
  }

  fileprivate struct Notes {
    var state: LockState
    var number: UInt64
    /// The last reload by owner, then by kind.
    var reloads: [String: [String?: WidgetReload]] = [:]
    var followers: [Int32: Follower] = [:]
    var allowances: [String: Allowance] = [:]
    /// The times at which the next reloads count of apps that asked for more than they may: as one of all their
    /// widgets.
    var deferred: [String: ContinuousClock.Instant] = [:]
    var waiting: [ThreadNotifier] = []
  }

  /// How often an app may say that it has something new: what one has saved up, and more with time.
  fileprivate struct Allowance {
    static let most = 20.0
    static let perSecond = 1.0
    var left = most
    var since: ContinuousClock.Instant

    mutating func take(at now: ContinuousClock.Instant) -> Bool {
      left = min(left + since.duration(to: now) / .seconds(1) * Self.perSecond, Self.most)
      since = now
      guard left >= 1 else { return false }
      left -= 1
      return true
    }
  }

  /// Owners of whom reloads are remembered, and kinds of one: with more, all of its widgets are meant.
  package static let mostOwners = 256
  package static let mostKinds = 16
  private static let mostFollowers = 256
  private static let pause = Duration.seconds(1)

  private let notes: Locked<Notes>
  private let clock = ContinuousClock()

  package init(_ state: LockState) { notes = Locked(Notes(state: state, number: Self.now)) }

  /// A time in microseconds: numbers grow also from one start of `baileyd` to the next.
  private static var now: UInt64 { UInt64(max(WallClock.milliseconds, 1)) * 1000 }

  // MARK: Reloads

  /// Reloads widgets of an app's own extensions, on the app's request.
  package func reload(_ kind: String?, by app: String) {
    let now = clock.now
    let isAllowed = notes.withLock { notes in
      var allowance = notes.allowances[app] ?? Allowance(since: now)
      let isAllowed = allowance.take(at: now)
      if notes.allowances[app] == nil, notes.allowances.count >= Self.mostOwners { notes.allowances = [:] }
      notes.allowances[app] = allowance
      if !isAllowed, notes.deferred[app] == nil {
        notes.deferred[app] = now.advanced(by: Self.pause)
        // They have another time to wake up at.
        notes.wake()
      }
      return isAllowed
    }
    // Nobody here knows which app's window is in front: each costs the budget.
    if isAllowed { add(WidgetReload(owner: app, kind: kind, charge: .budget)) }
  }

  /// Adds the reloads that were deferred because they came too often, and whose time has come.
  private func addDeferred() {
    let now = clock.now
    let apps = notes.withLock { notes in
      let apps = notes.deferred.filter { $0.value <= now }.map(\.key)
      for app in apps { notes.deferred[app] = nil }
      return apps
    }
    for app in apps { add(WidgetReload(owner: app, kind: nil, charge: .budget)) }
  }

  package func add(_ reload: WidgetReload) {
    notes.withLock { notes in
      notes.number = max(notes.number + 1, Self.now)
      let made = WidgetReload(owner: reload.owner, kind: reload.kind, number: notes.number, charge: reload.charge)
      var own = notes.reloads[reload.owner] ?? [:]
      own[reload.kind] = made
      if own.count > Self.mostKinds {
        own = [nil: WidgetReload(owner: reload.owner, kind: nil, number: notes.number, charge: reload.charge)]
      }
      notes.reloads[reload.owner] = own
      if notes.reloads.count > Self.mostOwners,
        let oldest = notes.reloads.min(by: { Self.newest($0.value) < Self.newest($1.value) })
      {
        notes.reloads[oldest.key] = nil
      }
      notes.wake()
    }
  }

  private static func newest(_ reloads: [String?: WidgetReload]) -> UInt64 { reloads.values.map(\.number).max() ?? 0 }

  // MARK: Followers

  package func shown(ofApp app: String) -> [ShownWidget] { shown { $0.owner.hasPrefix(app + ".") } }
  package func shown(ofExtension owner: String) -> [ShownWidget] { shown { $0.owner == owner } }

  private func shown(_ isMeant: (ShownWidget) -> Bool) -> [ShownWidget] {
    let all = notes.withLock { notes in
      notes.followers = notes.followers.filter { $0.value.isAlive() }
      return notes.followers.values.flatMap(\.widgets)
    }
    let sorted = Set(all.filter(isMeant)).sorted { ($0.owner, $0.kind, $0.family) < ($1.owner, $1.kind, $1.family) }
    return Array(sorted.prefix(WidgetFollowing.mostWidgets))
  }

  /// The lock state and what was reloaded, as soon as there is more than is known, or when the time is over.
  package func follow(
    _ following: WidgetFollowing, _ process: Int32, isAlive: @escaping @Sendable () -> Bool
  ) throws(SystemError) -> WidgetNews {
    addDeferred()
    let notifier = try ThreadNotifier()
    let isKnown = notes.withLock { notes in
      if notes.followers.count >= Self.mostFollowers { notes.followers = notes.followers.filter { $0.value.isAlive() } }
      if notes.followers.count < Self.mostFollowers || notes.followers[process] != nil {
        notes.followers[process] =
          following.widgets.isEmpty ? nil : Follower(widgets: following.widgets, isAlive: isAlive)
      }
      guard notes.state == following.state, notes.reloads(for: following).isEmpty else { return false }
      notes.waiting.append(notifier)
      return true
    }
    if isKnown { wait(for: following, notifier) }
    return notes.withLock { notes in
      notes.waiting.removeAll { $0 === notifier }
      let reloads = notes.reloads(for: following).sorted { $0.number < $1.number }
      // The oldest first: what does not fit comes with the next answer.
      let part = Array(reloads.prefix(WidgetNews.mostReloads))
      return WidgetNews(
        state: notes.state, number: part.count < reloads.count ? part.last?.number ?? 0 : notes.number, reloads: part)
    }
  }

  /// Waits until something is new for this one: others' reloads do not count.
  private func wait(for following: WidgetFollowing, _ notifier: ThreadNotifier) {
    let end = clock.now.advanced(by: .seconds(Int(following.seconds)))
    while clock.now < end {
      let next = notes.withLock { $0.deferred.values.min() } ?? end
      notifier.wait(within: max(clock.now.duration(to: min(next, end)), .milliseconds(1)))
      addDeferred()
      let isOver = notes.withLock { notes in
        if notes.state != following.state || !notes.reloads(for: following).isEmpty { return true }
        if !notes.waiting.contains(where: { $0 === notifier }) { notes.waiting.append(notifier) }
        return false
      }
      if isOver { return }
    }
  }

  private func enter(_ state: LockState) {
    notes.withLock { notes in
      guard notes.state != state else { return }
      notes.state = state
      notes.wake()
    }
  }
}

extension FollowedWidgets.Notes {
  fileprivate func reloads(for following: WidgetFollowing) -> [WidgetReload] {
    reloads.values.flatMap(\.values).filter { reload in
      reload.number > following.number && following.widgets.contains { reload.concerns($0) }
    }
  }

  fileprivate mutating func wake() {
    for notifier in waiting { notifier.notify() }
    waiting = []
  }
}

extension FollowedWidgets: LockFollower {
  package func graceBegan() { enter(.grace) }
  package func keysAreGone() { enter(.locked) }
  package func keysAreBack() { enter(.unlocked) }
}
