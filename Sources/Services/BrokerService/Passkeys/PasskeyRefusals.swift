// SPDX-License-Identifier: Apache-2.0
import PromptModel
import Threads

/// How often the person has refused what sites want, so that neither a site nor a program asks until they give in.
final class PasskeyRefusals: Sendable {
  /// The asker of a refused question: a program, or a site that it asked for.
  private struct Asker: Hashable {
    let program: String?
    let relyingParty: String?
  }

  private struct Refused {
    var count = 0
    var last = ContinuousClock.now
  }

  /// The maximum numbers of refusals in a row, before the next question has to wait.
  private static let (mostOfSite, mostOfProgram) = (2, 5)
  private static let shortestPause = Duration.seconds(30)
  private static let longestPause = Duration.seconds(15 * 60)
  /// The maximum number of askers. When there are more, all are forgotten: somebody is asked a few times more.
  private static let mostAskers = 1024

  private let refused = Locked<[Asker: Refused]>([:])

  private static func askers(_ requester: Requester, _ relyingParty: String) -> [(asker: Asker, most: Int)] {
    [
      (Asker(program: requester.program, relyingParty: relyingParty), mostOfSite),
      (Asker(program: requester.program, relyingParty: nil), mostOfProgram),
    ]
  }

  func mayAsk(_ requester: Requester, _ relyingParty: String, at now: ContinuousClock.Instant = .now) -> Bool {
    refused.withLock { refused in
      Self.askers(requester, relyingParty).allSatisfy { asker, most in
        guard let known = refused[asker], known.count >= most else { return true }
        return now >= known.last + Self.pause(after: known.count - most)
      }
    }
  }

  /// The pause after further refusals, each of which doubles it.
  private static func pause(after more: Int) -> Duration { min(shortestPause * (1 << min(more, 10)), longestPause) }

  func note(_ end: End, of requester: Requester, _ relyingParty: String, at now: ContinuousClock.Instant = .now) {
    refused.withLock { refused in
      if refused.count >= Self.mostAskers { refused = [:] }
      for (asker, _) in Self.askers(requester, relyingParty) {
        switch end {
        case .granted: refused[asker] = nil
        case .refused: refused[asker] = Refused(count: (refused[asker]?.count ?? 0) + 1, last: now)
        }
      }
    }
  }

  enum End: Sendable { case granted, refused }
}
