// SPDX-License-Identifier: Apache-2.0

/// The question which of several passkeys signs in at a site. Nobody but the agent is told what there is.
package struct AccountQuestion: Sendable, Equatable {
  /// The identifier, as it is signed.
  package let relyingParty: String
  package let accounts: [Account]

  /// A passkey, by what the person knows it by. All of it decides nothing.
  package struct Account: Sendable, Equatable {
    /// The account's name at the site.
    package let name: String
    /// The name that the person gave; empty where they have given none.
    package let label: String
    /// A newer one of the account has not signed in yet.
    package let isReplaced: Bool

    package init(name: String, label: String, isReplaced: Bool) {
      self.name = name
      self.label = label
      self.isReplaced = isReplaced
    }
  }

  package static let mostAccounts = 64

  /// A question for accounts; of more than a person looks through, the first ones.
  package init(relyingParty: String, accounts: [Account]) {
    self.relyingParty = relyingParty
    self.accounts = Array(accounts.prefix(Self.mostAccounts))
  }
}

/// The account that the person chose, by its place among those that were offered.
package struct AccountAnswer: QuestionAnswer, Equatable {
  package let place: UInt8

  package init(_ place: UInt8) { self.place = place }
}

/// The question for the passcode where a site wants a passkey while the device is locked: it unlocks the device, and
/// the site's request goes on.
package struct UnlockQuestion: Sendable, Equatable {
  package let relyingParty: String
  package let operation: Operation

  /// The request of the site. The numbers are sent: they are permanent.
  package enum Operation: UInt8, Sendable, CaseIterable {
    case make = 1
    case use = 2
  }

  package init(_ operation: Operation, at relyingParty: String) {
    self.operation = operation
    self.relyingParty = relyingParty
  }
}

/// The device was unlocked, by whichever way.
package struct DeviceUnlocked: QuestionAnswer {
  package init() {}
}
