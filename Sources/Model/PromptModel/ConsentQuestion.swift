// SPDX-License-Identifier: Apache-2.0

/// The question whether an app may have access to something of the person's.
package struct ConsentQuestion: Sendable, Equatable {
  /// The app's name from its bundle; what is shown of it is made harmless first.
  package let name: String
  package let identifier: String
  /// The action that the app would like to take, in Bailey's words.
  package let operation: String
  /// Why, in the app's words; nil where there is no purpose string for it.
  package let purpose: String?
  /// The buttons, from the top of a stack: the refusal is the last one.
  package let choices: [ConsentChoice]
  package let hold: Hold

  /// Whether the answer binds an app that does not keep to it.
  package enum Hold: UInt8, Sendable, CaseIterable {
    case enforced = 1
    /// The app runs outside of Bailey's sandbox: it can take what it was refused.
    case advisory = 2
    /// Bailey hands none of it to anybody: an app that asks is told the answer, and another one is not looked at.
    case frameworks = 3
    /// An entitlement of the app opens another way to it.
    case bypassed = 4
  }

  /// The most bytes of a name or an identifier.
  package static let longestName = 256
  /// The most bytes of the description or the purpose.
  package static let longestText = 1024

  package init(
    name: String, identifier: String, operation: String, purpose: String?, choices: [ConsentChoice], hold: Hold
  ) {
    self.name = name
    self.identifier = identifier
    self.operation = operation
    self.purpose = purpose
    self.choices = choices
    self.hold = hold
  }
}

/// The choices of the person. The words are Bailey's, never the app's.
package enum ConsentChoice: UInt8, Sendable, CaseIterable, QuestionAnswer {
  case deny = 1
  case allow = 2
  /// The access lasts until the app ends, and not longer than until the machine does.
  case allowOnce = 3
  case allowWhileInUse = 4
  /// The choice of photos or contacts that the person picks alone.
  case limit = 5
  /// Full access, where limited or write-only access could be given instead.
  case allowFull = 6
  /// The access while in use remains, of an app that asks for more.
  case keepWhileInUse = 7
  case changeToAlways = 8
  /// The refusal where the app asks to track.
  case askNotToTrack = 9

  package var title: String {
    switch self {
    case .deny: "Don’t Allow"
    case .allow: "Allow"
    case .allowOnce: "Allow Once"
    case .allowWhileInUse: "Allow While Using App"
    case .limit: "Limit Access…"
    case .allowFull: "Allow Full Access"
    case .keepWhileInUse: "Keep Only While Using"
    case .changeToAlways: "Change to Always Allow"
    case .askNotToTrack: "Ask App Not to Track"
    }
  }

  package var isRefusal: Bool { self == .deny || self == .askNotToTrack }
  /// A refusal, or what the app has already.
  package var givesNothing: Bool { isRefusal || self == .keepWhileInUse }
}
