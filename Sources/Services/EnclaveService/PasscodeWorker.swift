// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Events
import Keybag
import SystemCalls
import Threads

/// Stretches passcodes on a thread of its own, one at a time: whoever asks for anything else does not wait for it.
///
/// The thread has no keybag and no key. It is to be started before the process gives up its system calls.
final class PasscodeWorker: Sendable {
  typealias Outcome = Result<StretchedTry, KeybagError>

  private enum Stage {
    case idle
    case given(PasscodeTry, StretchingPlan)
    case done(Outcome)
    case stopped
  }

  private let stage = Locked(Stage.idle)
  private let wakes: FileDescriptor
  /// Signalled when a try is done.
  let finished: FileDescriptor
  private let thread = Locked<SystemThread?>(nil)

  init() throws(SystemError) {
    wakes = try .event()
    finished = try .event()
    let started = try ThreadNotifier()
    let new = try SystemThread(named: "passcodes") { [self] in
      Self.touch()
      started.notify()
      run()
    }
    thread.withLock { $0 = new }
    started.wait(within: .seconds(60))
  }

  /// Begins a try. To be called while there is none under way.
  func begin(_ passcodeTry: PasscodeTry, _ plan: StretchingPlan) {
    stage.withLock { stage in
      if case .idle = stage { stage = .given(passcodeTry, plan) }
    }
    wakes.signal()
  }

  var isDone: Bool {
    stage.withLock { stage in if case .done = stage { true } else { false } }
  }

  /// Takes the outcome of the try; nil while it is under way.
  func takeOutcome() -> Outcome? {
    stage.withLock { stage in
      guard case .done(let outcome) = stage else { return nil }
      stage = .idle
      return outcome
    }
  }

  /// Returns when nothing of a passcode is left in the thread's memory.
  func stop() {
    stage.withLock { $0 = .stopped }
    wakes.signal()
    thread.withLock { $0.take() }?.join()
  }

  // MARK: - The thread

  /// The first use of a thread's heap asks the kernel for more than later ones, and must come before the process is
  /// confined.
  private static func touch() {
    let salt = [UInt8](repeating: 0, count: Argon2id.minimumSaltSize)
    _ = try? Argon2id.derive(from: SystemRandom.secret(8), salt: salt.span, parameters: .smallest)
  }

  private func run() {
    while !isStopped {
      // On an error the thread looks at what there is to do.
      _ = try? Poll.readable([wakes.raw])
      wakes.clear()
      guard let (passcodeTry, plan) = given else { continue }
      let outcome: Outcome
      do throws(KeybagError) { outcome = .success(try passcodeTry.stretch(plan)) } catch { outcome = .failure(error) }
      stage.withLock { stage in
        if case .given = stage { stage = .done(outcome) }
      }
      finished.signal()
    }
  }

  private var given: (PasscodeTry, StretchingPlan)? {
    stage.withLock { stage in
      guard case .given(let passcodeTry, let plan) = stage else { return nil }
      return (passcodeTry, plan)
    }
  }

  private var isStopped: Bool {
    stage.withLock { stage in if case .stopped = stage { true } else { false } }
  }
}
