// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

/// The digest that is stored of a code or a token: whoever reads the database has none of them.
package struct TokenDigest: Sendable, Hashable {
  package let bytes: [UInt8]

  package init(of token: String) { bytes = SHA256.hash(Array(token.utf8).span) }

  /// A digest that was stored.
  package init(stored bytes: [UInt8]) { self.bytes = bytes }

  /// The first bytes of the token, by which a log may name it.
  package var short: String {
    bytes.prefix(6).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}

/// The grant of a person, and the code that stands for it.
package struct CodeGrant: Sendable, Equatable {
  package let code: TokenDigest
  package let client: String
  package let primaryApp: String
  package let account: Int64
  package let redirectURI: String
  package let nonce: String?
  package let sharesName: Consent.SharedOrNot
  package let sharesMail: Consent.SharedOrNot
  /// The time of the person's sign-in, and the end of the code's validity: milliseconds since 1970.
  package let signedInAt: Int64
  package let expiresAt: Int64
  /// All tokens that come from this code are of one family.
  package let family: [UInt8]

  package init(
    code: TokenDigest, client: String, primaryApp: String, account: Int64, redirectURI: String, nonce: String?,
    sharesName: Consent.SharedOrNot, sharesMail: Consent.SharedOrNot, signedInAt: Int64, expiresAt: Int64,
    family: [UInt8]
  ) {
    (self.code, self.client, self.primaryApp, self.account) = (code, client, primaryApp, account)
    (self.redirectURI, self.nonce, self.sharesName, self.sharesMail) = (redirectURI, nonce, sharesName, sharesMail)
    (self.signedInAt, self.expiresAt, self.family) = (signedInAt, expiresAt, family)
  }

  /// A code is good for five minutes.
  package static let life: Int64 = 5 * 60 * 1000
}

/// Whether a person allows something to the clients of a primary app for the first time, or the first time since they took it
/// back.
package enum ConsentOccasion: Sendable, Equatable { case first, again }

/// The outcome of a code that somebody presented. Whoever brings it, it is worth nothing afterwards.
package enum CodeOutcome: Sendable, Equatable {
  case taken(CodeGrant)
  case unknown
  case expired(CodeGrant)
  /// The code was brought before: all tokens of its family have ended now.
  case usedBefore(CodeGrant)
}

package struct StoredToken: Sendable, Equatable {
  package enum Kind: Int64, Sendable { case access = 1, refresh = 2 }

  package let digest: TokenDigest
  package let kind: Kind
  package let client: String
  package let primaryApp: String
  package let account: Int64
  package let family: [UInt8]
  package let sharesMail: Consent.SharedOrNot
  package let signedInAt: Int64
  /// The moment of the token's end; nil for one that ends when it is revoked.
  package let expiresAt: Int64?
  package var revokedAt: Int64?

  package init(
    digest: TokenDigest, kind: Kind, client: String, primaryApp: String, account: Int64, family: [UInt8],
    sharesMail: Consent.SharedOrNot, signedInAt: Int64, expiresAt: Int64?, revokedAt: Int64? = nil
  ) {
    (self.digest, self.kind, self.client, self.primaryApp) = (digest, kind, client, primaryApp)
    (self.account, self.family, self.sharesMail) = (account, family, sharesMail)
    (self.signedInAt, self.expiresAt, self.revokedAt) = (signedInAt, expiresAt, revokedAt)
  }
}

/// The private half of a key that the provider signs with, as it is stored.
package struct StoredSigningKey: Sendable, Equatable {
  package let id: String
  /// Nonce, ciphertext and tag.
  package let sealed: [UInt8]
  /// Milliseconds since 1970. It is published from its making on, and signs nothing before `notBefore`.
  package let notBefore: Int64

  package init(id: String, sealed: [UInt8], notBefore: Int64) {
    (self.id, self.sealed, self.notBefore) = (id, sealed, notBefore)
  }
}

/// A browser in which a person has signed in.
package struct BrowserSession: Sendable, Equatable {
  package let digest: TokenDigest
  package let account: Int64
  /// The time of signing in, in milliseconds since 1970.
  package let signedInAt: Int64
  package let expiresAt: Int64
  /// What the browser calls itself, in a few words; empty where it does not say.
  package let browser: String

  package init(
    digest: TokenDigest, account: Int64, signedInAt: Int64, expiresAt: Int64, browser: String = ""
  ) {
    (self.digest, self.account, self.signedInAt) = (digest, account, signedInAt)
    (self.expiresAt, self.browser) = (expiresAt, browser)
  }
}

/// A line of the log: a request, and what was found about it.
package struct LoggedRequest: Sendable, Equatable {
  package let id: String
  /// The time in milliseconds since 1970.
  package let at: Int64
  /// A JSON object; codes, tokens and secrets stand in it as digests alone.
  package let record: String

  package init(id: String, at: Int64, record: String) { (self.id, self.at, self.record) = (id, at, record) }
}
