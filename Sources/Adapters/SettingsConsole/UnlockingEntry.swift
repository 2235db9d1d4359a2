// SPDX-License-Identifier: Apache-2.0
import Clocks
import PromptModel
import SecretMemory
import Threads

/// The passcode that has unlocked the device for what a site wants, until the person has answered what follows upon it: one entry is
/// enough.
///
/// It serves one question, of the same program, page and site, and is wiped with it.
final class UnlockingEntry: Sendable {
  private struct Entry: ~Copyable {
    let unlock: PendingQuestion
    let passcode: SecretBytes
    let kept: BootInstant
    /// The moment at which a question that follows stood last.
    var seen: BootInstant
  }

  /// The time in which `baileyd` learns of the unlock, and asks what follows upon it or upon the choice of an account.
  private static let patience: UInt64 = 5_000
  /// The most milliseconds that an entry is kept: longer than both of these questions are open.
  private static let longest: UInt64 = 250_000

  private let entry = Locked<Entry?>(nil)
  private let clock: BootClock

  init(clock: BootClock = .system) { self.clock = clock }

  /// The passcode is kept from before it unlocks, because what follows upon that may come at once.
  func keep(_ passcode: consuming SecretBytes, for unlock: PendingQuestion) {
    let now = clock.now()
    let new = Entry(unlock: unlock, passcode: passcode, kept: now, seen: now)
    replace(new)
  }

  /// Forgets what was kept: at a lock, and where nobody looks any more.
  func forget() { replace(nil) }

  /// Forgets what was kept before a moment at which the device was seen to be locked.
  func forget(keptBefore moment: BootInstant) {
    forget { $0.kept < moment }
  }

  /// Forgets what nothing follows upon any more.
  func follow(_ questions: [PendingQuestion]) {
    let now = clock.now()
    entry.withLock { entry in
      guard var known = entry.take() else { return }
      if questions.contains(where: { $0.follows(known.unlock) }) { known.seen = now }
      let isOver =
        now > known.seen.advanced(byMilliseconds: Self.patience)
        || now > known.kept.advanced(byMilliseconds: Self.longest)
      if !isOver { entry = consume known }
    }
  }

  /// Whether the person has given the passcode for this question already.
  func serves(_ question: PendingQuestion) -> Bool {
    guard case .passcode = question.kind else { return false }
    return entry.withLock { entry in
      guard let known = entry.take() else { return false }
      let serves = question.follows(known.unlock)
      entry = consume known
      return serves
    }
  }

  /// The passcode for this question, once.
  func take(for question: PendingQuestion) -> SecretBytes? {
    guard case .passcode = question.kind else { return nil }
    return entry.withLock { (entry) -> SecretBytes? in
      guard let known = entry.take() else { return nil }
      if question.follows(known.unlock) { return known.passcode }
      entry = consume known
      return nil
    }
  }

  /// The person has said no to what follows.
  func refuse(_ question: PendingQuestion) {
    forget { question.follows($0.unlock) }
  }

  private func forget(where isMeant: (borrowing Entry) -> Bool) {
    entry.withLock { entry in
      guard let known = entry.take() else { return }
      if !isMeant(known) { entry = consume known }
    }
  }

  private func replace(_ new: consuming Entry?) {
    var new = new.take()
    entry.withLock { $0 = new.take() }
  }
}
