// SPDX-License-Identifier: Apache-2.0
import AuthenticationModel
import LinuxSystem

/// The questions for which the passcode was given, until somebody asks.
struct GivenProofs {
  /// Whoever put the question waits for the answer: nobody comes back for it later.
  private static let lifetime: UInt64 = 60_000
  private static let most = 16

  private var given: [(question: QuestionNumber, time: BootInstant)] = []

  mutating func give(_ question: QuestionNumber, at now: BootInstant) {
    given = given.suffix(Self.most - 1) + [(question, now)]
  }

  mutating func take(_ question: QuestionNumber, at now: BootInstant) -> Bool {
    given.removeAll { now > $0.time.advanced(byMilliseconds: Self.lifetime) }
    guard let index = given.firstIndex(where: { $0.question == question }) else { return false }
    given.remove(at: index)
    return true
  }
}
