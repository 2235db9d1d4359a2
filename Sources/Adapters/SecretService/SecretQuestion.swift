// SPDX-License-Identifier: Apache-2.0
import PromptModel

/// What the person is asked about programs that wait for secrets: one question for all of them.
struct SecretQuestion {
  /// In characters: with both, all of the reason is seen where 200 of it are shown.
  private static let longestProgram = 64
  private static let longestLabel = 24
  private static let mostLabels = 3

  private let batch: PromptBatch
  let reason: String

  /// `program` gives the executable of whoever has a name on the bus.
  init(_ batch: PromptBatch, _ program: (String) -> String?) {
    self.batch = batch
    let first = batch.owners.first.flatMap(program).map(Self.ending) ?? "A program"
    let others =
      switch batch.owners.count - 1 {
      case ...0: ""
      case 1: " One other program waits too."
      case let count: " \(count) other programs wait too."
      }
    reason =
      if batch.collections.isEmpty {
        "\(first) asked for your passwords while the screen was locked." + others
      } else {
        "\(first) wants to open \(Self.labels(batch.collections)), which was locked." + others
      }
  }

  /// Which program it is stands at the end of its path.
  private static func ending(_ path: String) -> String {
    path.count > longestProgram ? "…" + path.suffix(longestProgram) : path
  }

  /// A label cannot end its own quotation.
  private static func labels(_ collections: [PromptBatch.Collection]) -> String {
    let quoted = collections.prefix(mostLabels).map { collection in
      "“\(String(collection.label.filter { !"“”\"".contains($0) }.prefix(longestLabel)))”"
    }
    let others = collections.count - quoted.count
    return quoted.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
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
    case .notInteractive: return batch.collections.isEmpty ? .allowed : .refused
    case .systemCancelled, .unavailable: return .postponed
    case .failed, .userCancelled, .contextInvalidated: return .refused
    }
  }
}
