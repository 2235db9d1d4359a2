// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What `send` and `receive` do when they cannot go on at once.
package enum Patience: Sendable {
  case waits
  /// Throws EAGAIN.
  case refuses
  /// Looks for what is about to come for a moment, giving way to whoever wants the processor, before it waits: to be woken
  /// costs more than most answers take.
  case watches
  /// The same for longer: for what comes once something else is on a disk that is quick.
  case watchesDisk
  /// The same, but throws EAGAIN rather than to wait.
  case looks

  /// For an answer that is on its way. Where others of this process wait too, the processors have enough to do; and on
  /// the one processor that a thread has, those who answer would have to wait for it.
  package static func forAnswer(alone: Bool, _ watching: Patience = .watches) -> Patience {
    alone && ProcessorAffinity.hasSeveral ? watching : .waits
  }

  var flags: Int32 { self == .refuses || self == .looks ? Int32(MSG_DONTWAIT) : 0 }

  /// Longer than it takes to wake an idle processor: two who watch for less than that put each other to sleep. A time, not
  /// a number of looks: on a busy processor each of them may last as long as another's turn.
  private static let watch = Duration.microseconds(200)
  private static let diskWatch = Duration.microseconds(500)

  package var watches: Bool {
    switch self {
    case .watches, .watchesDisk, .looks: true
    case .waits, .refuses: false
    }
  }

  /// What the body finds, which looks as often as that takes; nil where nothing came in time, or nobody was to look.
  package func watch<Found, Failure: Error>(_ look: () throws(Failure) -> Found?) throws(Failure) -> Found? {
    guard watches else { return nil }
    let end = ContinuousClock.now.advanced(by: self == .watchesDisk ? Self.diskWatch : Self.watch)
    repeat {
      if let found = try look() { return found }
      sched_yield()
    } while ContinuousClock.now < end
    return nil
  }

  /// Makes the call with its flags as often as that takes; each returns -1 with EAGAIN for want of something to receive.
  func attempt(_ call: (Int32) -> Int) -> Int {
    let found = watch {
      let count = call(Int32(MSG_DONTWAIT))
      return count >= 0 || errno != EAGAIN ? count : nil
    }
    return found ?? call(flags)
  }
}
