// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The strategy of `send` and `receive` when they would have to wait.
package enum WaitStrategy: Sendable {
  case waits
  /// Throws EAGAIN.
  case refuses
  /// Polls for a moment, giving way to whoever wants the processor, before it waits in the kernel: to be woken costs
  /// more than most answers take.
  case watches
  /// The same for longer: for answers that need a disk, which may be a quick one.
  case watchesDisk
  /// The same, but throws EAGAIN instead of waiting in the kernel.
  case looks

  /// The strategy for an answer that is on its way. If other threads of this process wait too, the processors have
  /// enough to do; and if the thread has a single processor, polling would keep that from those who answer.
  package static func forAnswer(alone: Bool, _ watching: WaitStrategy = .watches) -> WaitStrategy {
    alone && ProcessorAffinity.hasSeveral ? watching : .waits
  }

  package var flags: Int32 { self == .refuses || self == .looks ? Int32(MSG_DONTWAIT) : 0 }

  /// The time of watching, longer than it takes to wake an idle processor: two processes that polled for less would put
  /// each other to sleep. A time and not a number of looks, because on a busy processor a look may last as long as
  /// another thread's turn.
  private static let watch = Duration.microseconds(200)
  private static let diskWatch = Duration.microseconds(500)

  package var watches: Bool {
    switch self {
    case .watches, .watchesDisk, .looks: true
    case .waits, .refuses: false
    }
  }

  /// Runs the body, which looks once, as often as the strategy says. Nil where nothing came in time, or the strategy
  /// does not poll.
  package func watch<Found, Failure: Error>(_ look: () throws(Failure) -> Found?) throws(Failure) -> Found? {
    guard watches else { return nil }
    let end = ContinuousClock.now.advanced(by: self == .watchesDisk ? Self.diskWatch : Self.watch)
    repeat {
      if let found = try look() { return found }
      sched_yield()
    } while ContinuousClock.now < end
    return nil
  }

  /// Makes the call with its flags as often as the strategy says. The call returns -1 with EAGAIN while there is
  /// nothing to receive.
  package func attempt(_ call: (Int32) -> Int) -> Int {
    let found = watch {
      let count = call(Int32(MSG_DONTWAIT))
      return count >= 0 || errno != EAGAIN ? count : nil
    }
    return found ?? call(flags)
  }
}
