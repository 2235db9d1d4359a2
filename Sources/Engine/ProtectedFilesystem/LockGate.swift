// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel
import Synchronization

/// What the lock state permits, for the classes that follow it, without asking the enclave.
///
/// It may only be stricter than the enclave: the keys themselves decide, and the gate is shut before they go.
package final class LockGate: Sendable {
  /// How far a lock has come.
  package enum Phase: UInt8, Sendable {
    case open
    /// Keys are about to go: nothing new is read or written, but pages changed through mappings are still taken.
    case closing
    case closed
  }

  private let raw: Atomic<UInt8>

  package init(_ phase: Phase) { raw = Atomic(phase.rawValue) }

  package convenience init(_ state: LockState) {
    self.init(state == .unlocked || state == .grace ? Phase.open : .closed)
  }

  package var phase: Phase { Phase(rawValue: raw.load(ordering: .acquiring)) ?? .closed }

  package func move(to phase: Phase) { raw.store(phase.rawValue, ordering: .releasing) }

  /// Whether an existing file may be opened: a class B file not even if somebody has it open.
  func permitsOpening(_ protection: ProtectionClass) -> Bool {
    switch protection {
    case .complete, .completeUnlessOpen: phase == .open
    case .completeUntilFirstUserAuthentication, .none: true
    }
  }

  enum Use { case program, writeBack }

  /// Whether the contents of a file that is open may be used.
  func permits(_ use: Use, of protection: ProtectionClass) -> Bool {
    guard protection == .complete else { return true }
    return switch phase {
    case .open: true
    case .closing: use == .writeBack
    case .closed: false
    }
  }
}

extension ProtectionClass {
  /// Whether plaintext of the class may not stay in memory, because a lock takes it away.
  var isForgotten: Bool { self == .complete || self == .completeUnlessOpen }
}
