// SPDX-License-Identifier: Apache-2.0
import Events
import Threads

/// The memory that large answers may take, of one account and in all, from before they are made until they are taken.
///
/// Whoever finds no room waits, in the order of coming, and holds nothing meanwhile.
final class AnswerRoom: Sendable {
  private struct Waiter {
    let account: CallerAccount
    let bytes: Int
    let notifier: ThreadNotifier
  }

  private struct State {
    var claimed: [CallerAccount: Int] = [:]
    var waiting: [Waiter] = []
    var all: Int { claimed.values.reduce(0, +) }
  }

  private let limits: BrokerLimits
  private let state = Locked(State())

  init(_ limits: BrokerLimits) { self.limits = limits }

  /// Waits until there is room. False where there is none in time.
  func claim(_ bytes: Int, for account: CallerAccount) -> Bool {
    guard let notifier = try? ThreadNotifier() else { return false }
    let isGranted = state.withLock { state in
      if state.waiting.isEmpty, fits(bytes, account, state) {
        state.claimed[account, default: 0] += bytes
        return true
      }
      state.waiting.append(Waiter(account: account, bytes: bytes, notifier: notifier))
      return false
    }
    if isGranted { return true }
    notifier.wait(within: limits.timeout)
    return state.withLock { state in
      let before = state.waiting.count
      state.waiting.removeAll { $0.notifier === notifier }
      // Who does not wait any more was granted the room.
      guard state.waiting.count < before else { return true }
      grant(&state)
      return false
    }
  }

  func release(_ bytes: Int, of account: CallerAccount) {
    state.withLock { state in
      let rest = (state.claimed[account] ?? 0) - bytes
      state.claimed[account] = rest > 0 ? rest : nil
      grant(&state)
    }
  }

  /// An account that has its share lets others pass; an answer that is too large for now lets nobody pass.
  private func grant(_ state: inout State) {
    var index = 0
    while index < state.waiting.count {
      let next = state.waiting[index]
      if fits(next.bytes, next.account, state) {
        state.claimed[next.account, default: 0] += next.bytes
        state.waiting.remove(at: index)
        next.notifier.notify()
      } else if state.claimed[next.account] != nil {
        index += 1
      } else {
        return
      }
    }
  }

  /// Whether an answer fits. One that is larger than a limit has room where nothing else is.
  private func fits(_ bytes: Int, _ account: CallerAccount, _ state: State) -> Bool {
    let own = state.claimed[account] ?? 0
    let all = state.all
    return (own == 0 || own + bytes <= limits.answersOfProcess) && (all == 0 || all + bytes <= limits.answers)
  }
}

/// The part of it that one connection's answer has.
package final class AnswerClaim {
  private let room: AnswerRoom
  private let account: CallerAccount
  private var bytes = 0

  init(_ room: AnswerRoom, of account: CallerAccount) {
    self.room = room
    self.account = account
  }

  deinit { release() }

  package enum Outcome: Sendable { case granted, noRoom }

  /// Gives back what it has, and waits for so much.
  package func claim(_ bytes: Int) -> Outcome {
    release()
    guard room.claim(bytes, for: account) else { return .noRoom }
    self.bytes = bytes
    return .granted
  }

  /// The answer has been taken.
  func release() {
    guard bytes > 0 else { return }
    room.release(bytes, of: account)
    bytes = 0
  }
}
