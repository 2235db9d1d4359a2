// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives

/// A team of developers of apps and sites. People have one subject with each team, whichever of its apps they use.
package struct Team: Sendable, Equatable {
  package let id: String
  package let name: String

  package init(id: String, name: String) { (self.id, self.name) = (id, name) }
}

/// An app, or a site that belongs to one: what signs people in.
package struct SignInClient: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable { case app, service }

  /// The stage of a client, which decides whether its developer is told which rules it broke.
  package enum Stage: String, Sendable, CaseIterable { case development, published }

  package let id: String
  package let kind: Kind
  /// The app whose keys and consents it shares; itself for an app that stands alone.
  package let primaryApp: String
  package let team: String
  /// The name that people are shown.
  package let name: String
  package var stage: Stage

  package init(id: String, kind: Kind, primaryApp: String, team: String, name: String, stage: Stage) {
    (self.id, self.kind, self.primaryApp) = (id, kind, primaryApp)
    (self.team, self.name, self.stage) = (team, name, stage)
  }
}

/// The public half of a key with which clients of one primary app sign their secrets.
package struct AppKey: Sendable, Equatable {
  package let id: String
  package let primaryApp: String
  package let publicKey: ECPublicKey
  /// The time of the revocation in milliseconds since 1970.
  package var revokedAt: Int64?

  package init(id: String, primaryApp: String, publicKey: ECPublicKey, revokedAt: Int64? = nil) {
    (self.id, self.primaryApp, self.publicKey, self.revokedAt) = (id, primaryApp, publicKey, revokedAt)
  }

  /// An app has so many at once that are not revoked.
  package static let mostUsable = 2
}

/// The forms that identifiers have.
package enum IdentifierForm {
  /// Whether a text has the form of a key's identifier: ten capital letters and digits.
  package static func isTenCharacters(_ text: String) -> Bool {
    text.utf8.count == 10 && text.utf8.allSatisfy { digits.contains($0) || capitals.contains($0) }
  }

  /// Whether a text has the form of a team's identifier: the same, or the sixteen of a publisher's prefix, which the apps have that
  /// Bailey's developers sign.
  package static func isTeam(_ text: String) -> Bool {
    isTenCharacters(text)
      || text.utf8.count == 16 && text.utf8.allSatisfy { digits.contains($0) || capitals.contains($0) }
  }

  /// Whether a text has the form of an app's or a service's identifier: letters, digits, hyphens and full stops, at
  /// least one of these.
  package static func isClient(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return text.utf8.count <= 255 && parts.count >= 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { letters.contains($0 | 0x20) || digits.contains($0) || $0 == hyphen }
      }
  }

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
  private static let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
  private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
  private static let hyphen = UInt8(ascii: "-")
}
