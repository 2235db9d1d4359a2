// SPDX-License-Identifier: Apache-2.0

/// A question as the agent gets it, which asks the person.
package struct PendingQuestion: Sendable, Equatable {
  package let number: QuestionNumber
  /// The requesting program, as the kernel identifies it.
  package let requester: Requester
  /// The reason in the program's own words.
  package let reason: String
  package let cancelTitle: String?
  package let kind: QuestionKind

  package init(
    number: QuestionNumber, requester: Requester, reason: String, cancelTitle: String?, kind: QuestionKind = .passcode(.presence)
  ) {
    self.kind = kind
    self.number = number
    self.requester = requester
    self.reason = reason
    self.cancelTitle = cancelTitle
  }
}

/// A question that waits for the person, and for how long it still does.
package struct AwaitedQuestion: Sendable, Equatable {
  package let question: PendingQuestion
  package let secondsLeft: UInt16

  package init(_ question: PendingQuestion, secondsLeft: UInt16) {
    self.question = question
    self.secondsLeft = secondsLeft
  }
}

/// What the person is asked for.
package enum QuestionKind: Sendable, Equatable {
  /// The passcode, which the enclave checks.
  case passcode(PasscodeUse)
  /// The password of a file-based keychain, by that keychain's name, which the person is told.
  case password(of: String, PasswordOccasion)
  /// Whether an app may have access to something.
  case consent(ConsentQuestion)
  /// Which file or folder an app gets: a path.
  case path(FileQuestion)

  package var asksForPasscode: Bool {
    if case .passcode = self { true } else { false }
  }
}

/// What a question asks for the passcode for.
package enum PasscodeUse: Sendable {
  /// The requester wants to know that the person is there.
  case presence
  /// The requester is the agent itself, and wants to answer questions for the person.
  case agentSeat
}

/// Why a password is asked for.
package enum PasswordOccasion: Sendable {
  /// What it protects is new: the person chooses one.
  case new
  case unlock
  /// What was given before was not the password.
  case again
}

/// What a person answers a question with that asks for more than a yes. Each asking side has its own type.
package protocol QuestionAnswer: Sendable {}
