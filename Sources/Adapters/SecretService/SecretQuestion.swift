// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import PromptModel
import SecretServiceModel

/// What the person is asked about programs that wait for secrets: one question for all of them.
struct SecretQuestion {
  /// The most bytes of a program's name, as whoever shows it has room: no name is so long that it takes the place of
  /// what the question is about.
  private static let longestProgram = 64
  private static let longestOwner = 48
  private static let (longestLabel, longestOnlyLabel) = (24, 48)
  private static let mostLabels = 3

  private let batch: PromptBatch
  let reason: String

  init(_ batch: PromptBatch) {
    self.batch = batch
    let wanted = batch.wanted
    let first = batch.owners.first?.program.map { Self.ending($0.title, Self.longestProgram) } ?? "A program"
    let others =
      switch batch.owners.count - 1 {
      case ...0: ""
      case 1: " One other program waits too."
      case let count: " \(count) other programs wait too."
      }
    let opened = Self.labels(wanted.collections.map(\.label), most: Self.mostLabels)
    reason =
      if let widening = wanted.widening {
        "\(first) wants every program to read all of "
          + (widening.isDefault
            ? "what programs store without naming a place." : "\(Self.quoted(widening.label, Self.longestOnlyLabel)).")
      } else if let reading = wanted.reading {
        Self.sentence(first, reading, opens: wanted.collections.isEmpty ? nil : opened)
      } else if wanted.collections.isEmpty {
        "\(first) asked for your passwords while the screen was locked." + others
      } else {
        "\(first) wants to open \(opened), which was locked." + others
      }
  }

  private static func sentence(_ first: String, _ reading: PromptBatch.Reading, opens collections: String?) -> String {
    let owner = reading.owners.first.flatMap { $0 }.map { ending($0.title, longestOwner) } ?? "an unknown program"
    let more = reading.owners.count > 1 ? " and \(reading.owners.count - 1) more programs" : ""
    let opening = collections.map { " and to open \($0)" } ?? ""
    return "\(first) wants to read \(labels(reading.labels, most: 1)), stored by \(owner)\(more)\(opening). "
      + "It is not sandboxed: a program of yours can pretend to be it."
  }

  /// Shortens a path at its beginning, because its end says which program it is.
  private static func ending(_ path: String, _ longest: Int) -> String {
    let path = visible(path)
    var end = path.unicodeScalars[...]
    while Substring(end).utf8.count > longest { end.removeFirst() }
    return end.count < path.unicodeScalars.count ? "…" + Substring(end) : path
  }

  /// A label cannot end its own quotation.
  private static func quoted(_ label: String, _ longest: Int) -> String {
    var label = visible(label).unicodeScalars.filter { !"“”\"".unicodeScalars.contains($0) }.prefix(longest)
    while Substring(label).utf8.count > longest { label.removeLast() }
    return "“\(Substring(label))”"
  }

  /// Whoever shows it leaves these out: they would only take the room.
  private static func visible(_ text: some StringProtocol) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isInvisible }))
  }

  private static func labels(_ labels: [String], most: Int) -> String {
    let quoted = labels.prefix(most).map { Self.quoted($0, most == 1 ? longestOnlyLabel : longestLabel) }
    let others = labels.count - quoted.count
    return quoted.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
  }

  /// Asks the person, and returns when they have answered.
  func ask(_ person: any PermissionService) -> PromptBatch.Decision {
    // What a program has locked is opened by the passcode, as whatever is stored is.
    let question = AuthenticationQuestion(context: batch.context, reason: reason, factor: .passcode)
    do throws(AuthenticationRefusal) {
      guard batch.wanted.reading != nil else {
        try person.authenticate(question)
        return .allowed
      }
      return try person.permission(question) == .once ? .allowedOnce : .allowed
    } catch {
      return decision(error)
    }
  }

  private func decision(_ refusal: AuthenticationRefusal) -> PromptBatch.Decision {
    switch refusal {
    // Without a passcode nobody can show that it is they who say yes to another program.
    case .noPasscode: return batch.wanted.letsOthersRead ? .unasked : .allowed
    // Whoever unlocked the device has given the passcode for what it holds, and no agent is there to tell them more. What a program
    // has locked by itself stays so, and what another one stored.
    case .notInteractive: return batch.wanted.isNothing ? .allowed : .unasked
    case .systemCancelled, .unavailable: return .postponed
    // The passcode is asked for here, and no finger.
    case .failed, .userCancelled, .contextInvalidated, .noBiometry, .notEnrolled, .biometryLockout: return .refused
    }
  }
}
