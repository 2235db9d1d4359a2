// SPDX-License-Identifier: Apache-2.0

/// What a request for access came to.
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
