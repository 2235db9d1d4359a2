// SPDX-License-Identifier: Apache-2.0
import PasskeyItems
import PromptModel
import Threads

/// How often the person has refused what sites want, and how often sites have taken back what they asked, so that neither a site nor a
/// program asks until the person gives in, or flashes questions at them.
final class PasskeyRefusals: Sendable {
  /// The asker of a question: a program, or a site that it asked for.
  private struct Asker: Hashable {
    let program: String?
    let relyingParty: String?
  }

  /// Ends of one kind in a row.
  private struct Tally {
    private(set) var count = 0
    private var last = ContinuousClock.now

    mutating func add(at now: ContinuousClock.Instant) {
      // Who was quiet for so long begins anew.
      count = now - last > PasskeyRefusals.longestPause ? 1 : count + 1
      last = now
    }

    func isPast(_ most: Int, at now: ContinuousClock.Instant) -> Bool {
      count >= most && now < last + PasskeyRefusals.pause(after: count - most)
    }
  }

  private struct Ends {
    var refused = Tally()
    var takenBack = Tally()
  }

  /// The maximum numbers of ends in a row, before the next question has to wait.
  private struct Limits {
    let refused: Int
    /// The number of questions that were taken back, where the person has not clicked in the page. A question that they
    /// have clicked for may come, some times more.
    let takenBack: Int
    let takenBackAfterClick: Int

    static let ofSite = Limits(refused: 2, takenBack: 2, takenBackAfterClick: 4)
    static let ofProgram = Limits(refused: 5, takenBack: 5, takenBackAfterClick: 10)
  }

  private static let shortestPause = Duration.seconds(30)
  private static let longestPause = Duration.seconds(15 * 60)
  /// The maximum number of askers. When there are more, all are forgotten: somebody is asked a few times more.
  private static let mostAskers = 1024

  private let ends = Locked<[Asker: Ends]>([:])

  private static func askers(_ requester: Requester, _ relyingParty: String) -> [(asker: Asker, limits: Limits)] {
    [
      (Asker(program: requester.program, relyingParty: relyingParty), .ofSite),
      (Asker(program: requester.program, relyingParty: nil), .ofProgram),
    ]
  }

  func mayAsk(
    _ requester: Requester, _ relyingParty: String, _ activation: UserActivation,
    at now: ContinuousClock.Instant = .now
  ) -> Bool {
    ends.withLock { ends in
      Self.askers(requester, relyingParty).allSatisfy { asker, limits in
        guard let known = ends[asker] else { return true }
        let most = activation == .absent ? limits.takenBack : limits.takenBackAfterClick
        return !known.refused.isPast(limits.refused, at: now) && !known.takenBack.isPast(most, at: now)
      }
    }
  }

  /// The pause after further ends, each of which doubles it.
  private static func pause(after more: Int) -> Duration { min(shortestPause * (1 << min(more, 10)), longestPause) }

  func note(_ end: End, of requester: Requester, _ relyingParty: String, at now: ContinuousClock.Instant = .now) {
    ends.withLock { ends in
      if ends.count >= Self.mostAskers { ends = [:] }
      for (asker, _) in Self.askers(requester, relyingParty) {
        switch end {
        case .granted: ends[asker] = nil
        case .refused: ends[asker, default: Ends()].refused.add(at: now)
        case .takenBack: ends[asker, default: Ends()].takenBack.add(at: now)
        }
      }
    }
  }

  enum End: Sendable {
    case granted, refused
    /// The page has gone, or has given it up.
    case takenBack
  }
}
