// SPDX-License-Identifier: Apache-2.0
package import AccessModel
import Clocks
package import KeychainModel
package import MessageBus
import PromptModel
package import ProtectionModel
package import SecretServiceModel
import Threads

/// `org.freedesktop.secrets` without a bus: what each call answers and what is said afterwards.
///
/// One call at a time, from any thread. What a call changes is in the keychain before it is answered.
package final class SecretService: Sendable {
  private struct State {
    var service: ServiceState
    /// How often the lock state has changed.
    var changes = 0
  }

  private let state: Locked<State>

  /// `clock` gives seconds since 1970.
  package init(
    _ keychain: any KeychainService, clock: @escaping @Sendable () -> UInt64 = { UInt64(max(WallClock.seconds, 0)) }
  ) {
    state = Locked(State(service: ServiceState(KeychainSecrets(keychain), clock: clock)))
  }

  package struct Outcome: Sendable {
    package let reply: Result<[BusValue], SecretFailure>
    /// The signals that follow the reply.
    package let signals: [BusSignal]
    /// What was given, and to whom.
    package let readings: [SecretReading: UInt32]
  }

  /// `program` is who has the message's name on the bus; nil where it cannot be told from others.
  package func answer(_ message: BusMessage, of program: SecretProgram?) -> Outcome {
    changing { state in
      state.service.loadIfReadable()
      do throws(SecretFailure) { return .success(try state.service.answer(message, of: program)) } catch {
        return .failure(error)
      }
    }
  }

  /// The secret of a sandboxed app; nil while there is none to be had.
  func secret(ofApp app: String) -> (content: SecretContent?, outcome: Outcome) {
    let content = Locked<SecretContent?>(nil)
    let outcome = changing { state in
      state.service.loadIfReadable()
      let found = try? state.service.secret(ofApp: app)
      content.withLock { $0 = found }
      return .success([])
    }
    return (content.withLock { $0 }, outcome)
  }

  /// The device's lock state is this one; nil while `baileyd` does not answer.
  package func follow(_ device: LockState?) -> [BusSignal] {
    changing { state in
      state.changes += 1
      state.service.follow(device)
      return .success([])
    }.signals
  }

  /// Reads again what is kept, after somebody else has changed it. Where it throws, all is as it was.
  package func readAgain() throws(SecretFailure) -> [BusSignal] {
    let outcome = changing { state in
      do throws(SecretFailure) {
        try state.service.loadAgain()
        return .success([])
      } catch { return .failure(error) }
    }
    _ = try outcome.reply.get()
    return outcome.signals
  }

  /// Whether the items were read, which they can be from the first unlock on.
  var isKnown: Bool { state.withLock { $0.service.isKnown } }

  /// Whether `follow` was told something else last.
  func isNews(_ device: LockState?) -> Bool { state.withLock { $0.service.device != device } }

  /// A program has left the bus. The context is that of a question for which nobody waits any longer.
  func forget(_ owner: String) -> ContextToken? {
    state.withLock { state in
      state.service.forget(owner)
      return state.service.prompts.isAskedInVain ? state.service.prompts.asked?.context : nil
    }
  }

  /// The question that nobody waits for any longer.
  var questionInVain: ContextToken? {
    state.withLock { $0.service.prompts.isAskedInVain ? $0.service.prompts.asked?.context : nil }
  }

  // MARK: - Prompts

  /// What is to be asked now, and at which change of the lock state.
  func nextBatch() -> (batch: PromptBatch, changes: Int)? {
    state.withLock { state in state.service.nextBatch().map { ($0, state.changes) } }
  }

  func settle(_ batch: PromptBatch, _ decision: PromptBatch.Decision, asOf changes: Int) -> [BusSignal] {
    changing { state in
      state.service.settle(batch, decision, asOf: changes, now: state.changes)
      return .success([])
    }.signals
  }

  private func changing(_ body: (inout State) -> Result<[BusValue], SecretFailure>) -> Outcome {
    state.withLock { state in
      let reply = body(&state)
      defer { (state.service.signals, state.service.readings) = ([], [:]) }
      return Outcome(reply: reply, signals: state.service.signals, readings: state.service.readings)
    }
  }
}

extension ServiceState {
  mutating func follow(_ state: LockState?) {
    let before = lockedObjects()
    let (wasKnown, names) = (isKnown, order)
    device = state
    prompts.isHeld = false
    if state == nil || state == .beforeFirstUnlock { forget() } else { loadIfReadable() }
    if isKnown != wasKnown { tellContent(since: names) }
    tellLocks(since: before)
  }

  /// Loads what is stored. Where it fails, the next call tries again: until then everything is locked.
  mutating func loadIfReadable() {
    guard !isKnown, let device, device != .beforeFirstUnlock else { return }
    try? load()
  }
}
