// SPDX-License-Identifier: Apache-2.0
import JSONCoding

/// What an app is told of a person, by the server of the provider to that of the app.
package struct NotificationEvent: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case emailEnabled = "email-enabled"
    case emailDisabled = "email-disabled"
    case consentRevoked = "consent-revoked"
    case accountDeleted = "account-deleted"
    /// The name that older descriptions have for `accountDeleted`: for tests alone.
    case accountDelete = "account-delete"
  }

  package let kind: Kind
  package let subject: String
  /// Milliseconds since 1970.
  package let at: Int64
  /// The address that an `email` event is about.
  package let mail: String?

  package init(_ kind: Kind, of subject: String, at: Int64, mail: String? = nil) {
    (self.kind, self.subject, self.at, self.mail) = (kind, subject, at, mail)
  }

  /// The member `events`: JSON that stands in the token as text (Processing changes for Sign in with Apple accounts).
  package var text: String {
    var members: [JSONValue.Member] = [
      .init("type", .string(kind.rawValue)), .init("sub", .string(subject)), .init("event_time", .number(Int(at))),
    ]
    if let mail {
      members.append(.init("email", .string(mail)))
      members.append(.init("is_private_email", .string("true")))
    }
    return JSONValue.object(members).text
  }
}
