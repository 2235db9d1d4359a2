// SPDX-License-Identifier: Apache-2.0

/// Why a provider's token is refused, by names that do not change.
public enum TokenRule: String, Sendable, CaseIterable {
  // The form.
  case tooLarge, notThreeParts, notBase64URL, notJSON, memberTwice
  // The header.
  case algorithmNotRS256, headerRefused, keyIdMissing, keyIdMalformed, keyIdUnknown, keyUnfit
  case signatureWrong
  // The claims.
  case issuerOther, audienceOther, claimMissing, claimNotNumber, expired, issuedInFuture
  case nonceMissing, nonceOther
  case codeHashOther, tokenHashOther, subjectOther
  // Those of a notification.
  case eventsUnreadable, eventMissing
}

/// A token that is refused: the rule, and what was seen.
public struct TokenRefusal: Error, Sendable, Equatable {
  /// The rule that is broken.
  public let rule: TokenRule
  /// The value that was seen, such as the issuer that the token names. Never the token.
  public let seen: String

  package init(_ rule: TokenRule, _ seen: String = "") { (self.rule, self.seen) = (rule, String(seen.prefix(200))) }
}
