// SPDX-License-Identifier: Apache-2.0
import PromptModel

/// What the person is asked about programs that wait for secrets: one question for all of them.
struct SecretQuestion {
  private static let longestProgram = 256

  private let batch: PromptBatch
  let reason: String

  /// `program` gives the executable of whoever has a name on the bus.
  init(_ batch: PromptBatch, _ program: (String) -> String?) {
    self.batch = batch
    let first = batch.owners.first.flatMap(program).map { String($0.suffix(Self.longestProgram)) } ?? "A program"
    let others =
      switch batch.owners.count - 1 {
      case ...0: ""
      case 1: " One other program waits too."
      case let count: " \(count) other programs wait too."
      }
    switch batch.reason {
    case .deviceWasLocked:
      reason = "\(first) asked for your passwords while the screen was locked." + others
    case .collectionIsLocked(let label):
      reason = "\(first) wants to open “\(label.prefix(64))”, which was locked." + others
    }
  }

  /// Takes as long as the person takes.
  func ask(_ person: any AuthenticationService) -> PromptBatch.Decision {
    do throws(AuthenticationRefusal) {
      try person.authenticate(AuthenticationQuestion(context: batch.context, reason: reason))
      return .allowed
    } catch {
      return decision(error)
    }
  }

  private func decision(_ refusal: AuthenticationRefusal) -> PromptBatch.Decision {
    switch refusal {
    case .noPasscode: return .allowed
    // Whoever unlocked the device has given the passcode for what it holds, and no agent is there to tell them more. What a program
    // has locked by itself stays so.
    case .notInteractive: return batch.reason == .deviceWasLocked ? .allowed : .refused
    case .systemCancelled, .unavailable: return .postponed
    case .failed, .userCancelled, .contextInvalidated: return .refused
    }
  }
}
