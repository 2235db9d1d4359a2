// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import LinuxSystem

/// The questions for which the passcode was given, until somebody asks.
struct GivenProofs {
  /// The program that put the question waits for the answer, so a proof is taken at once or never.
  private static let lifetime: UInt64 = 60_000
  private static let maximum = 16

  private var given: [(question: ProofToken, time: BootInstant)] = []

  mutating func give(_ question: ProofToken, at now: BootInstant) {
    given = given.suffix(Self.maximum - 1) + [(question, now)]
  }

  mutating func take(_ question: ProofToken, at now: BootInstant) -> Bool {
    given.removeAll { now > $0.time.advanced(byMilliseconds: Self.lifetime) }
    guard let index = given.firstIndex(where: { $0.question == question }) else { return false }
    given.remove(at: index)
    return true
  }
}
