// SPDX-License-Identifier: Apache-2.0

/// The data that a site has of people, on which depends what it owes them when the provider tells of a change.
public struct SiteHoldings: OptionSet, Sendable {
  /// The holdings as bits.
  public let rawValue: Int

  /// Makes holdings of their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The address that came with the sign-in.
  public static let mail = SiteHoldings(rawValue: 1)
  /// Refresh or access tokens.
  public static let tokens = SiteHoldings(rawValue: 2)
  /// Accounts that exist anyway: people reach them by another way of signing in too.
  public static let ownAccounts = SiteHoldings(rawValue: 4)
}

/// A duty of a site when the provider tells of a change.
public enum SiteDuty: String, Sendable, CaseIterable {
  /// Ends the person's sessions that this sign-in began.
  case endSessions
  /// Throws the person's tokens away. They have ended: nothing is to be revoked.
  case discardTokens
  /// Takes the `sub` off the account, which stays.
  case unlink
  /// Deletes the account and what belongs to it.
  case deleteAccount
  /// Forgets the address that came with the sign-in.
  case forgetMail
  /// Sends nothing to the address any more.
  case stopMail
  /// May send to the address again.
  case resumeMail
}

extension ProviderEvent {
  /// The duties of a site after this event, in this order, depending on what it has. The person is found by `subject` in each case: no address
  /// is needed for it. Where nothing is owed the notification is answered all the same (Processing changes for Sign in with Apple accounts).
  public func duties(of holdings: SiteHoldings) -> [SiteDuty] {
    switch kind {
    case .consentRevoked:
      [.endSessions] + (holdings.contains(.tokens) ? [.discardTokens] : [])
        + (holdings.contains(.ownAccounts) ? [.unlink] : [])
    case .accountDeleted:
      [.endSessions] + (holdings.contains(.tokens) ? [.discardTokens] : [])
        + (holdings.contains(.ownAccounts)
          ? [.unlink] + (holdings.contains(.mail) ? [.forgetMail] : []) : [.deleteAccount])
    case .mailDisabled: holdings.contains(.mail) ? [.stopMail] : []
    case .mailEnabled: holdings.contains(.mail) ? [.resumeMail] : []
    case .other: []
    }
  }
}
