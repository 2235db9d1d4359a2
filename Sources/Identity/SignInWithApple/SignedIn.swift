// SPDX-License-Identifier: Apache-2.0
public import SignInSite

/// Somebody who has signed in.
public struct SignedIn: Sendable, Equatable {
  /// The person.
  public let identity: VerifiedIdentity
  /// Ends the person's consent when they delete their account with the site. It is kept with the account, as a password is.
  public let refreshToken: String?
  /// What the provider said once of the person. It is there each time until `userIsStored(of:)` was called, and it is what somebody
  /// typed: it is shown as text.
  public let user: SignInUser?
}

/// An answer of the provider's that waits for the browser to come back by itself.
public struct HeldCallback: Sendable, Equatable {
  package let ticket: String

  /// The value of a `Set-Cookie` header for the answer to the provider's POST, which is to be a redirect (303) to a page of the site.
  public var cookie: String {
    "\(Self.name)=\(ticket); Path=/; Max-Age=\(Self.seconds); Secure; HttpOnly; SameSite=None"
  }

  /// The value of a `Set-Cookie` header for the page that was redirected to.
  public static var endingCookie: String { "\(name)=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=None" }

  static let name = "__Host-signin"
  static let seconds = 300

  /// The ticket in the value of a `Cookie` header.
  static func ticket(in cookies: String) -> String? {
    for pair in cookies.split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0].drop(while: { $0 == " " }) == name { return String(parts[1]) }
    }
    return nil
  }
}
