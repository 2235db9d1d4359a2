// SPDX-License-Identifier: Apache-2.0
package import PromptModel
import Threads

extension PersonAuthenticator {
  /// What the sensor is good for now. Nobody is asked.
  package func biometry() -> BiometryState {
    switch enrolment() {
    case nil: .unavailable
    case .none?: .notEnrolled
    case .fingers(let set)?: attempts.withLock { $0.isLockedOut } ? .lockedOut(set) : .ready(set)
    }
  }

  /// The fingers that are enrolled at the reader of now; nil where there is none. Nobody is asked.
  package func enrolment() -> FingerEnrolment? { try? sensor?.fingers() }

  /// The question by which one of the proofs is given. Throws where none could be.
  func kind(for accepted: AcceptedProofs) throws(AuthenticationRefusal) -> QuestionKind {
    guard let rule = accepted.finger else {
      guard accepted.passcode else { throw .failed }
      return .passcode(.presence)
    }
    if queue.isScreenLocked {
      // Whoever is there has not unlocked it: a finger says nothing.
      guard accepted.passcode else { throw .notInteractive }
      return .passcode(.presence)
    }
    let state = biometry()
    if case .ready(let set) = state, rule.isMet(by: set) {
      return accepted.passcode ? .passcode(.presenceOrFinger) : .finger
    }
    if accepted.passcode { return .passcode(.presence) }
    throw AuthenticationRefusal(state)
  }

  /// Asks, and has the sensor read meanwhile where the question takes a finger.
  func ask(
    _ question: PersonQuestion, in context: ContextToken, _ rule: FingerRule?, for requester: Requester,
    since moment: Moment
  ) throws(AuthenticationRefusal) -> QuestionEnd {
    guard question.kind.takesFinger, let rule, let sensor else {
      return try queue.ask(question, for: requester, since: moment)
    }
    let follower = FingerFollower(sensor, queue, attempts, for: rule, context, requester)
    defer { follower.end() }
    return try queue.ask(question, for: requester, since: moment) {
      follower.look()
      return true
    }
  }
}

extension AuthenticationRefusal {
  /// Why no finger can be asked for.
  package init(_ state: BiometryState) {
    switch state {
    case .unavailable: self = .noBiometry
    case .notEnrolled: self = .notEnrolled
    case .lockedOut: self = .biometryLockout
    // Of another set than is wanted.
    case .ready: self = .failed
    }
  }
}
