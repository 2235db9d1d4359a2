// SPDX-License-Identifier: Apache-2.0

/// A person who signs in.
package struct Account: Sendable, Equatable {
  /// The number of the account; 0 for one that is not stored yet.
  package var id: Int64
  /// The address that they type, and where mail to them goes; in small letters.
  package let mail: String
  package let givenName: String
  package let familyName: String
  package let password: AccountPassword

  package init(id: Int64 = 0, mail: String, givenName: String, familyName: String, password: AccountPassword) {
    (self.id, self.mail, self.password) = (id, mail.lowercased(), password)
    (self.givenName, self.familyName) = (givenName, familyName)
  }

  /// Whether a text is an address: one `@` between other characters, and none of those that headers and pages are made
  /// of.
  package static func isMail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.utf8.count <= 254
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>()[]\\,;:".utf8.contains($0) }
  }

  /// A name as somebody typed it, or nil: no controls, and no more than a line holds.
  package static func name(_ typed: String) -> String? {
    let words = typed.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    guard words.count <= 80, words.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      return nil
    }
    return words
  }
}

/// The data that an account shares with the clients of one primary app.
package struct Consent: Sendable, Equatable {
  package let primaryApp: String
  package let account: Int64
  /// The time of the grant in milliseconds since 1970.
  package let grantedAt: Int64
  package let sharesName: SharedOrNot
  package let sharesMail: SharedOrNot
  /// The team and the name that the app had when it was allowed: they are known also when it is gone.
  package let team: String
  package let name: String

  package enum SharedOrNot: Int64, Sendable { case notShared, shared }

  package init(
    primaryApp: String, account: Int64, grantedAt: Int64, sharesName: SharedOrNot, sharesMail: SharedOrNot,
    team: String, name: String
  ) {
    (self.primaryApp, self.account, self.grantedAt) = (primaryApp, account, grantedAt)
    (self.sharesName, self.sharesMail) = (sharesName, sharesMail)
    (self.team, self.name) = (team, name)
  }
}
