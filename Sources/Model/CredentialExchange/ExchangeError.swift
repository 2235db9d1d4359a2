// SPDX-License-Identifier: Apache-2.0

/// Why a file is no exchange of credentials that is understood.
package enum ExchangeError: Error, Equatable, Sendable {
  /// No JSON from about there on.
  case malformed(offset: Int)
  /// More values, or deeper ones, than an exchange has.
  case tooComplex
  /// JSON, but without what the format asks for at its head: a version and accounts.
  case notAnExchange
  /// A version of the format with another meaning.
  case version(Int)
}

/// A passkey of an exchange that is not taken.
package struct LeftOutPasskey: Sendable, Equatable {
  /// The relying party of the passkey; empty where it cannot be read.
  package let relyingParty: String
  package let userName: String
  package let reason: Reason

  package enum Reason: Sendable, Equatable {
    /// A member that is missing, or has no such value.
    case member(String)
    /// Another algorithm than ES256.
    case algorithm
    /// More is kept for the site than can be kept here.
    case largeBlob
  }

  package init(relyingParty: String, userName: String, _ reason: Reason) {
    self.relyingParty = relyingParty
    self.userName = userName
    self.reason = reason
  }
}
