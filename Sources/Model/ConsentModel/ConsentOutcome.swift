// SPDX-License-Identifier: Apache-2.0

/// The outcome of a request for access.
package enum ConsentOutcome: Sendable, Equatable {
  case stands(ConsentStanding)
  /// Nobody answered: there is no agent, the time is over, or the prompt was put away. That is no refusal.
  case unanswered
  /// Nothing happened: the app does not say why it asks.
  case ignored
  case failed(ConsentDecision.Failure)
  /// The app does not say why it asks, and is to be ended for it.
  case endsProcess
}

extension ConsentOutcome {
  /// The outcome as the app itself is told it.
  package func told(of service: ConsentService) -> ConsentOutcome {
    guard case .stands(let standing) = self else { return self }
    return .stands(standing.told(of: service))
  }
}

/// The outcome as it is sent: permanent numbers, and their argument, or 0.
extension ConsentOutcome {
  package var number: UInt8 {
    switch self {
    case .stands: 1
    case .unanswered: 2
    case .ignored: 3
    case .failed: 4
    case .endsProcess: 5
    }
  }

  package var detail: UInt8 {
    switch self {
    case .stands(let standing): standing.number
    case .failed(let failure): failure.rawValue
    case .unanswered, .ignored, .endsProcess: 0
    }
  }

  package init?(_ number: UInt8, detail: UInt8) {
    switch (number, detail) {
    case (1, _):
      guard let standing = ConsentStanding(number: detail) else { return nil }
      self = .stands(standing)
    case (2, 0): self = .unanswered
    case (3, 0): self = .ignored
    case (4, _):
      guard let failure = ConsentDecision.Failure(rawValue: detail) else { return nil }
      self = .failed(failure)
    case (5, 0): self = .endsProcess
    default: return nil
    }
  }
}
