// SPDX-License-Identifier: Apache-2.0

/// The store of a relying party for challenges and credentials. What a ceremony decides together is written together or
/// not at all, so that two answers at the same instant cannot both count. Times are milliseconds since 1970.
package protocol PasskeyStore: Sendable {
  /// Keeps a challenge until it is used or its time is over.
  func issue(_ challenge: IssuedChallenge) throws(PasskeyStoreError)

  /// Uses up the challenge and keeps the credential. A challenge of another purpose or session is used up all the same, and so
  /// is one whose credential somebody has already.
  ///
  /// - Throws: `challenge` or `credentialIdTaken`, with nothing kept.
  func keep(_ registration: VerifiedRegistration, session: [UInt8], at time: Int) throws(PasskeyStoreError)

  /// Uses up the challenge and sets counter and backup state, if the counter rises from the one that is stored then.
  ///
  /// - Throws: `challenge`, `signCount` or `credentialUnknown`, with nothing set.
  func take(_ assertion: VerifiedAssertion, session: [UInt8], at time: Int) throws(PasskeyStoreError)

  /// Uses up the challenge of a response that was refused.
  func spend(_ challenge: [UInt8], at time: Int) throws(PasskeyStoreError)

  /// The credential of this identifier, whoever has it.
  func credential(_ id: [UInt8]) throws(PasskeyStoreError) -> CredentialRecord?

  /// All credentials of an account, the oldest first.
  func credentials(of userHandle: [UInt8]) throws(PasskeyStoreError) -> [CredentialRecord]

  /// Whether the account had the credential, which is gone now.
  func remove(_ id: [UInt8], of userHandle: [UInt8]) throws(PasskeyStoreError) -> Bool

  /// Forgets challenges whose time is over.
  func forgetChallenges(at time: Int) throws(PasskeyStoreError)
}

/// A challenge that was given out, and what it is good for.
package struct IssuedChallenge: Sendable, Equatable {
  package let challenge: [UInt8]
  package let purpose: Purpose
  /// The session that the answer must come back with, such as the hash of a cookie.
  package let session: [UInt8]
  /// The end of its validity.
  package let expires: Int

  package enum Purpose: Int, Sendable { case registration = 1, authentication = 2 }

  package init(_ challenge: [UInt8], for purpose: Purpose, session: [UInt8], expires: Int) {
    self.challenge = challenge
    self.purpose = purpose
    self.session = session
    self.expires = expires
  }
}

package enum PasskeyStoreError: Error, Equatable, Sendable {
  /// The challenge was never issued, is used up, is too old, or is for something else.
  case challenge
  case credentialIdTaken
  case credentialUnknown
  /// The counter that is stored.
  case signCount(UInt32)
  /// The store itself failed, in its own words.
  case unavailable(String)
}
