// SPDX-License-Identifier: Apache-2.0
import PromptModel
import Threads

// What the sensor says of questions that a finger answers. Only a question that an agent of the owner's shows counts, and only
// while the screen is unlocked.
extension QuestionQueue {
  /// Whether an agent that is known to be the owner's, or was given the passcode, has the question in hand.
  func isBeforePerson(_ context: ContextToken, askedBy requester: Requester) -> Bool {
    state.withLock { $0.isBeforePerson(context, requester) }
  }

  /// Whether the screen is locked, the grace period too.
  var isScreenLocked: Bool { state.withLock { $0.isLocked } }

  /// Ends the question by what the sensor said.
  func settle(_ end: QuestionEnd, in context: ContextToken, askedBy requester: Requester) {
    state.withLock { state in
      guard state.isBeforePerson(context, requester) else { return }
      state.end(end) { $0.waitsForFinger(context, requester) }
    }
  }

  /// Notes that too many fingers were wrong: the passcode alone answers from now on.
  func fingerCountsNoMore(in context: ContextToken, askedBy requester: Requester) {
    state.withLock { state in
      state.end(.lockedOut) { $0.waitsForFinger(context, requester) && $0.kind == .finger }
      state.refuseFingers { $0.waitsForFinger(context, requester) }
    }
  }
}

extension QuestionRecord {
  fileprivate mutating func isBeforePerson(_ context: ContextToken, _ requester: Requester) -> Bool {
    guard !isLocked, !isOver,
      let agent = questions.first(where: { $0.waitsForFinger(context, requester) })?.agent, agent.isAlive()
    else { return false }
    return agent.trust == .known || isAuthorisationProved && authorisedAgent()?.process == agent.process
  }
}

extension OpenQuestion {
  fileprivate func waitsForFinger(_ context: ContextToken, _ requester: Requester) -> Bool {
    takesFinger && self.context == context && self.requester == requester
  }
}
