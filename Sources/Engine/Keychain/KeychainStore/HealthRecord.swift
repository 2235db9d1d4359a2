// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import Threads

/// The known damage of a store, and a listener that hears when it changes.
final class HealthRecord: Sendable {
  private struct State {
    var lost = 0
    var hasDamage = false
    var isNewer = false
    var listener: (@Sendable (StoreHealth) -> Void)?

    var health: StoreHealth {
      if isNewer { return .newer }
      return lost == 0 && !hasDamage ? .well : .damaged(lost: UInt32(clamping: lost), hasDamage: hasDamage)
    }
  }

  private let state = Locked(State())

  var health: StoreHealth { state.withLock { $0.health } }

  /// Calls the listener now and after each change, on the thread that found it.
  func listen(_ listener: @escaping @Sendable (StoreHealth) -> Void) {
    state.withLock { $0.listener = listener }
    listener(health)
  }

  func isNewer() { change { $0.isNewer = true } }
  func metDamage() { change { $0.hasDamage = true } }
  func lost(_ count: Int) { change { $0.lost = count } }

  private func change(_ body: (inout State) -> Void) {
    let (listener, now): ((@Sendable (StoreHealth) -> Void)?, StoreHealth?) = state.withLock { state in
      let before = state.health
      body(&state)
      return (state.listener, state.health == before ? nil : state.health)
    }
    if let now { listener?(now) }
  }
}
