// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel
import Synchronization

/// What the lock state permits, for the classes that follow it, mostly without asking the enclave.
///
/// It may only be stricter than the enclave: the keys themselves decide, and the gate is shut before they go. While it is
/// shut the enclave is asked, because a person who was told "unlocked" must not find a file locked just because the
/// notice of it is still on its way here.
package final class LockGate: Sendable {
  /// How far a lock has come.
  package enum Phase: UInt64, Sendable {
    case open = 0
    /// Keys are about to go: nothing new is read or written, but pages changed through mappings are still taken.
    case closing
    case closed
  }

  /// The phase in the two lowest bits; above them how often it has changed, so that an answer of the enclave from before
  /// a lock never opens the gate after it.
  private let raw: Atomic<UInt64>
  private let hasEnded = Atomic(false)
  private let isUnlocked: @Sendable () -> Bool

  package init(_ state: LockState, isUnlocked: @escaping @Sendable () -> Bool) {
    raw = Atomic((state == .unlocked || state == .grace ? Phase.open : .closed).rawValue)
    self.isUnlocked = isUnlocked
  }

  package var phase: Phase {
    let seen = raw.load(ordering: .acquiring)
    guard Self.phase(of: seen) == .closed, isUnlocked() else { return Self.phase(of: seen) }
    let opened = Self.following(seen, .open)
    let (exchanged, found) = raw.compareExchange(expected: seen, desired: opened, ordering: .acquiringAndReleasing)
    return Self.phase(of: exchanged ? opened : found)
  }

  /// Whether a lock is under way or done, as far as is known here, or the end.
  var isShut: Bool {
    Self.phase(of: raw.load(ordering: .acquiring)) != .open || hasEnded.load(ordering: .sequentiallyConsistent)
  }

  package func move(to phase: Phase) {
    var seen = raw.load(ordering: .acquiring)
    while true {
      let (exchanged, found) = raw.compareExchange(
        expected: seen, desired: Self.following(seen, phase), ordering: .acquiringAndReleasing)
      if exchanged { return }
      seen = found
    }
  }

  /// Nothing is permitted any more, of any class: the mount ends by force.
  func end() { hasEnded.store(true, ordering: .sequentiallyConsistent) }

  private static func phase(of raw: UInt64) -> Phase { Phase(rawValue: raw & 3) ?? .closed }

  private static func following(_ raw: UInt64, _ phase: Phase) -> UInt64 { (raw >> 2 &+ 1) << 2 | phase.rawValue }

  /// Whether an existing file may be opened: a class B file not even if somebody has it open.
  func permitsOpening(_ protection: ProtectionClass) -> Bool {
    guard !hasEnded.load(ordering: .sequentiallyConsistent) else { return false }
    return switch protection {
    case .complete, .completeUnlessOpen: phase == .open
    case .completeUntilFirstUserAuthentication, .none: true
    }
  }

  enum Use { case program, writeBack }

  /// Whether the contents of a file that is open may be used.
  func permits(_ use: Use, of protection: ProtectionClass) -> Bool {
    guard !hasEnded.load(ordering: .sequentiallyConsistent) else { return false }
    guard protection == .complete else { return true }
    return switch phase {
    case .open: true
    case .closing: use == .writeBack
    case .closed: false
    }
  }
}

extension ProtectionClass {
  /// Whether a lock takes away more of the class than of the other.
  func isStricter(than other: ProtectionClass) -> Bool { rawValue < other.rawValue }

  /// Whether plaintext of the class may not stay in memory, because a lock takes it away.
  var isForgotten: Bool { self == .complete || self == .completeUnlessOpen }
}
