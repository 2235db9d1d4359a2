// SPDX-License-Identifier: Apache-2.0

/// The signal of a site about its accounts' passkeys (WebAuthn Level 3, 5.1.10). Nothing is deleted because of it, and
/// the site is told nothing.
package struct PasskeySignal: Sendable, Equatable {
  package let relyingParty: String
  package let news: News

  package enum News: Sendable, Equatable {
    /// The site knows no such credential.
    case unknown(credential: [UInt8])
    /// The account has these credentials, and no others.
    case accepted(userHandle: [UInt8], credentials: [[UInt8]])
    /// The account's present names.
    case details(userHandle: [UInt8], name: String, displayName: String)
  }

  package init(_ news: News, of relyingParty: String) {
    self.news = news
    self.relyingParty = relyingParty
  }

  /// The passkey as it is after the news; nil where they are not about it, or change nothing. Those that the person has deleted stay so.
  package func changing(_ passkey: StoredPasskey, at now: UInt64) -> StoredPasskey? {
    guard passkey.relyingParty == relyingParty, passkey.deleted == 0 else { return nil }
    var changed = passkey
    switch news {
    case .unknown(let credential):
      guard passkey.credential == credential, passkey.hidden == 0 else { return nil }
      changed.hidden = now
    case .accepted(let handle, let credentials):
      guard passkey.userHandle == handle else { return nil }
      let isAccepted = credentials.contains(passkey.credential)
      changed.hidden = isAccepted ? 0 : passkey.hidden == 0 ? now : passkey.hidden
    case .details(let handle, let name, let displayName):
      guard passkey.userHandle == handle else { return nil }
      changed.call(name, displayName)
    }
    return changed == passkey ? nil : changed
  }
}
