// SPDX-License-Identifier: Apache-2.0
public import SignInSite

/// Why nobody was signed in.
public enum SignInError: Error, Sendable, Equatable {
  /// The person went back.
  case cancelled
  /// The answer that the browser brought cannot be read; what is wrong with it.
  case callbackUnreadable(String)
  /// No answer waits under this ticket: it was used, is too old, or never was.
  case callbackUnknown
  /// The browser began nothing here, or its session does not know of it.
  case attemptMissing
  /// The answer belongs to another attempt than this browser's.
  case stateOther
  /// A token of the provider's breaks a rule.
  case token(TokenRefusal)
  /// The provider refused: its word, what it says beside it, and what it calls the request in its own log.
  case refused(word: String, description: String, correlation: String?)
  /// The provider's answer is none that the protocol has.
  case answerUnreadable(status: Int)
  /// The provider cannot be reached, or its keys cannot be read; nothing is known of the token.
  case unreachable(String)
  case store(SiteStoreError)
  /// The key's file cannot be read, or holds no key that signs with ES256.
  case key(String)
}
