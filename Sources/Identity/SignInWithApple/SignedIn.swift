// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import JOSECoding
public import SignInSite
import WebForms

/// Somebody who has signed in.
public struct SignedIn: Sendable, Equatable {
  /// The person.
  public let identity: VerifiedIdentity
  /// Ends the person's consent when they delete their account with the site. It is kept with the account, as a password is.
  public let refreshToken: String?
  /// The name that the provider said once of the person. It is there each time until `userIsStored(of:)` was called, and it is what somebody
  /// typed: it is shown as text.
  public let user: SignInUser?
}

/// An answer of the provider's that waits for the browser to come back by itself.
public struct HeldCallback: Sendable, Equatable {
  package let ticket: String

  /// An answer that the store has at a place, for whoever brings the secret.
  init(place: String, secret: String) { ticket = "\(place)\(Self.separator)\(secret)" }

  /// An answer without a code, which the cookie holds itself; nil for one that is too long for a cookie.
  init?(carrying form: CallbackForm) {
    let error =
      switch form.outcome {
      case .cancelled: CallbackForm.cancellation
      case .error(let word): word
      case .code: ""
      }
    let text = FormFields([.init("error", error), .init("state", form.state)]).encoded
    guard !error.isEmpty, text.utf8.count <= Self.longestCarried else { return nil }
    // Nothing stands before the separator where no place is named.
    self.init(place: "", secret: Base64URL.encode(text.utf8))
  }

  private static let longestCarried = 2048
  /// No sign of the alphabet that both parts have.
  private static let separator: Character = "."

  enum Contents { case kept(place: String, secret: String), carried([UInt8]) }

  /// The answer that a ticket stands for; nil for none that was made here.
  static func contents(of ticket: String) -> Contents? {
    let parts = ticket.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    if !parts[0].isEmpty { return .kept(place: String(parts[0]), secret: String(parts[1])) }
    guard let body = Base64URL.decode(parts[1].utf8), let form = try? CallbackForm(body) else { return nil }
    // A code comes by the store alone.
    if case .code = form.outcome { return nil }
    return .carried(body)
  }

  /// The value of a `Set-Cookie` header for the answer to the provider's POST, which is to be a redirect (303) to a page of the site: of a
  /// whole tab, so that `Lax` lets it be set there and brings it along (RFC 6265bis).
  public var cookie: String {
    "\(Self.name)=\(ticket); Path=/; Max-Age=\(Self.seconds); Secure; HttpOnly; SameSite=Lax"
  }

  /// The value of a `Set-Cookie` header for the page that was redirected to.
  public static var endingCookie: String { "\(name)=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax" }

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
