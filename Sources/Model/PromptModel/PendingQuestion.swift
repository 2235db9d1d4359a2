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
  /// The page that asks for a passkey, where it is not the site's own.
  package let page: AskingPage?
  /// Whether the question waits for the unlock: until then it can be refused, and no more.
  package let isForLater: Bool

  package init(
    number: QuestionNumber, requester: Requester, reason: String, cancelTitle: String?,
    kind: QuestionKind = .passcode(.presence), at page: AskingPage? = nil, isForLater: Bool = false
  ) {
    self.page = page
    self.kind = kind
    self.isForLater = isForLater
    self.number = number
    self.requester = requester
    self.reason = reason
    self.cancelTitle = cancelTitle
  }
}

extension PendingQuestion {
  /// Whether the question is what the device was unlocked for: the same program asks of the same page, for the same at the same site.
  package func follows(_ unlock: PendingQuestion) -> Bool {
    guard case .unlock(let asked) = unlock.kind, requester == unlock.requester, page == unlock.page else {
      return false
    }
    return switch (kind, asked.operation) {
    case (.passcode(.makePasskey(let subject, _)), .make): subject.relyingParty == asked.relyingParty
    case (.passcode(.usePasskey(let subject)), .use): subject.relyingParty == asked.relyingParty
    case (.account(let accounts), .use): accounts.relyingParty == asked.relyingParty
    default: false
    }
  }
}

/// A question that waits for the person, and for how long it still does; of one that waits for the unlock that is not known.
package struct AwaitedQuestion: Sendable, Equatable {
  package let question: PendingQuestion
  package let secondsLeft: UInt16

  package init(_ question: PendingQuestion, secondsLeft: UInt16) {
    self.question = question
    self.secondsLeft = secondsLeft
  }
}

/// The kinds of questions to the person.
package enum QuestionKind: Sendable, Equatable {
  /// The passcode, which the enclave checks.
  case passcode(PasscodeUse)
  /// The password of a file-based keychain, by that keychain's name, which the person is told.
  case password(of: String, PasswordOccasion)
  /// Whether an app may have access to something.
  case consent(ConsentQuestion)
  /// A question for a file or folder: a path.
  case path(FileQuestion)
  /// The choice of the account that signs in at a site.
  case account(AccountQuestion)
  /// The passcode for the whole device, which is locked, because a site waits for a passkey.
  case unlock(UnlockQuestion)
  /// A finger, and nothing else, as a sign that the person is there. `baileyd` hears of it from the sensor: an agent can only refuse.
  case finger

  package var asksForPasscode: Bool {
    switch self {
    case .passcode, .unlock: true
    case .password, .consent, .path, .account, .finger: false
    }
  }

  /// Whether a finger at the sensor answers it.
  package var takesFinger: Bool { self == .finger || self == .passcode(.presenceOrFinger) }

  /// Whether the person can answer that another device or a security key is to be used.
  package var mayBeElsewhere: Bool {
    switch self {
    case .passcode(let use): use.isForEnclave
    case .account: true
    case .password, .consent, .path, .unlock, .finger: false
    }
  }
}

/// The purpose for which a question asks for the passcode.
package enum PasscodeUse: Sendable, Equatable {
  /// The requester wants to know that the person is there.
  case presence
  /// The same, where a finger at the sensor shows it too.
  case presenceOrFinger
  /// The requester asks whether a program may have something, once or from now on.
  case permission
  /// The requester is the agent itself, and wants to answer questions for the person.
  case agentAuthorisation
  /// A site wants a passkey, through the browser that is the requester.
  case makePasskey(PasskeySubject, PasskeyReach)
  case usePasskey(PasskeySubject)

  /// The enclave uses the proof up itself, with what it was given for.
  package var isForEnclave: Bool {
    switch self {
    case .makePasskey, .usePasskey: true
    case .presence, .presenceOrFinger, .permission, .agentAuthorisation: false
    }
  }
}

extension QuestionKind {
  /// Whether an app asks for what belongs to the person: nobody says yes to it on a locked screen.
  package var waitsForUnlock: Bool {
    switch self {
    case .consent, .path: true
    case .passcode, .password, .account, .unlock, .finger: false
    }
  }

  /// The question as a locked screen shows it: what can be refused there, without what anybody but Bailey says, and
  /// without a name of a file.
  package var onLockedScreen: QuestionKind {
    switch self {
    case .consent(let question):
      .consent(
        ConsentQuestion(
          name: question.name, identifier: question.identifier, operation: question.operation, purpose: nil,
          choices: question.choices.filter(\.givesNothing), hold: question.hold))
    case .path(let question):
      .path(
        FileQuestion(
          name: question.name, identifier: question.identifier, wish: FileWish(question.wish.use, suggestion: "")))
    case .passcode, .password, .account, .unlock, .finger: self
    }
  }
}

/// Why a password is asked for.
package enum PasswordOccasion: Sendable {
  /// The passcode of something new: the person chooses one.
  case new
  case unlock
  /// The last answer was not the password.
  case again
}

/// The answer to a question that asks for more than a yes. Each asking side has its own type.
package protocol QuestionAnswer: Sendable {}
