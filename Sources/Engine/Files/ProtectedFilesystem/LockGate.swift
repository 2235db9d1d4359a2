// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel
import Synchronization

/// The permission of the lock state for files, mostly without asking the enclave.
///
/// The gate may be stricter than the enclave, never less strict: it shuts before the keys go, and without keys nothing
/// can be read. While it is shut, the enclave is asked for the state. Otherwise a person who was told "Unlocked." could
/// find a file locked because the notice has not arrived here yet.
package final class LockGate: Sendable {
  /// The progress of a lock.
  package enum Phase: UInt64, Sendable {
    case open = 0
    /// Keys are about to go. Nothing new is read or written, but pages that were changed through mappings are still
    /// taken.
    case closing
    case closed
  }

  /// The phase in the two lowest bits, and above them a count of its changes. By the count, an answer that the enclave
  /// gave before a lock is not used to open the gate after it.
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

  /// Whether a lock is under way or done, as far as is known here, or the mount has ended.
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

  /// Ends all permissions, of any class: the mount ends by force.
  func end() { hasEnded.store(true, ordering: .sequentiallyConsistent) }

  private static func phase(of raw: UInt64) -> Phase { Phase(rawValue: raw & 3) ?? .closed }

  private static func following(_ raw: UInt64, _ phase: Phase) -> UInt64 { (raw >> 2 &+ 1) << 2 | phase.rawValue }

  /// Whether an existing file may be opened. While locked, a class B file may not be opened again even if a program has
  /// it open.
  func permitsOpening(_ protection: ProtectionClass) -> Bool { permitsKeys(of: KeyClass(protection)) }

  /// Whether new keys of a class may be kept here.
  func permitsKeys(of keyClass: KeyClass) -> Bool {
    guard !hasEnded.load(ordering: .sequentiallyConsistent) else { return false }
    return keyClass.availability != .whileUnlocked || phase == .open
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

  /// Whether plaintext of the class must be wiped from memory after each use, because a lock takes its key away.
  var isForgotten: Bool { self == .complete || self == .completeUnlessOpen }
}
