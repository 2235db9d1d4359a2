// SPDX-License-Identifier: Apache-2.0
import JOSECoding
import JSONCoding

/// The notification of a provider to a site about a person.
public struct ProviderEvent: Sendable, Equatable {
  /// The notification's own identifier: the same each time that it is sent.
  public let id: String
  /// The kind of the event.
  public let kind: Kind
  /// The subject identifier of the person.
  public let subject: String
  /// The time of the event in milliseconds since 1970.
  public let time: Int
  /// The private address that the event is about.
  public let mail: String?
  /// The seconds since 1970 until which the same notification may come again.
  package let expires: Int

  /// The kind of the event.
  public enum Kind: Sendable, Equatable {
    /// Mail to the private address is forwarded again.
    case mailEnabled
    /// Mail to the private address arrives nowhere.
    case mailDisabled
    /// The person no longer uses their account with this app: its sessions end, its tokens hold no more.
    case consentRevoked
    /// The person deleted the account that they signed in with.
    case accountDeleted
    /// A kind that is not known here.
    case other(String)

    init(_ name: String) {
      self =
        switch name {
        case "email-enabled": .mailEnabled
        case "email-disabled": .mailDisabled
        case "consent-revoked": .consentRevoked
        // Older documents and many senders have the first spelling, newer ones the second.
        case "account-delete", "account-deleted": .accountDeleted
        default: .other(String(name.prefix(100)))
        }
    }

    fileprivate var name: String {
      switch self {
      case .mailEnabled: "email-enabled"
      case .mailDisabled: "email-disabled"
      case .consentRevoked: "consent-revoked"
      case .accountDeleted: "account-deleted"
      case .other(let name): name
      }
    }
  }

  package static let largest = 64 << 10
  private static let limits = JSONLimits(bytes: largest, depth: 6, values: 64)

  /// The token in a notification's body, `{"payload": TOKEN}`; nil where there is none.
  package static func payload(_ body: [UInt8]) -> String? {
    guard case .object(let members)? = try? JSONReader.read(body, limits) else { return nil }
    return members.text("payload")
  }

  /// Holds the claims to their rules. `events` is JSON in a text, or the object itself.
  package init(_ token: SignedToken, _ settings: SiteSettings, at now: Int) throws(TokenRefusal) {
    try token.check(
      settings.provider, [settings.client] + (settings.app.map { [$0] } ?? []), at: now, settings.tolerance)
    id = try token.text("jti")
    expires = try token.time("exp")
    let event = try Self.event(token)
    guard let name = event.text("type") else { throw TokenRefusal(.eventMissing, "type") }
    guard let subject = event.text("sub"), !subject.isEmpty else { throw TokenRefusal(.eventMissing, "sub") }
    guard let time = event.number("event_time"), time >= 0 else { throw TokenRefusal(.eventMissing, "event_time") }
    (kind, self.subject, self.time, mail) = (Kind(name), subject, time, event.text("email"))
  }

  private static func event(_ token: SignedToken) throws(TokenRefusal) -> [JSONValue.Member] {
    switch token.claims.value("events") {
    case .object(let members): return members
    case .string(let text):
      guard case .object(let members)? = try? JSONReader.read(Array(text.utf8), limits) else {
        throw TokenRefusal(.eventsUnreadable)
      }
      return members
    case nil: throw TokenRefusal(.claimMissing, "events")
    default: throw TokenRefusal(.eventsUnreadable)
    }
  }
}

// MARK: - In a store

extension ProviderEvent {
  /// An event as it was stored; nil for other text.
  package init?(stored text: String) {
    guard case .object(let members)? = try? JSONReader.read(Array(text.utf8), Self.limits),
      let id = members.text("jti"), let name = members.text("type"), let subject = members.text("sub"),
      let time = members.number("event_time"), let expires = members.number("exp")
    else { return nil }
    (self.id, self.subject, self.time, self.expires) = (id, subject, time, expires)
    (kind, mail) = (Kind(name), members.text("email"))
  }

  /// The event as it is stored.
  package var stored: String {
    var members: [JSONValue.Member] = [
      .init("jti", .string(id)), .init("type", .string(kind.name)), .init("sub", .string(subject)),
      .init("event_time", .number(time)), .init("exp", .number(expires)),
    ]
    if let mail { members.append(.init("email", .string(mail))) }
    return JSONValue.object(members).text
  }
}
