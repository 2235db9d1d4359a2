// SPDX-License-Identifier: Apache-2.0

/// The store of an app's server for challenges and keys. What decides together is written together or not at all, so
/// that two answers at the same instant cannot both count. Times are milliseconds since 1970.
package protocol AppAttestStore: Sendable {
  /// The transaction in which a guarded action writes, and which takes the assertion.
  associatedtype Transaction

  /// Keeps a challenge until it is used or its time is over.
  func issue(_ challenge: AppChallenge) throws(AppAttestStoreError)

  /// Uses up the challenge and keeps the key for a person. A challenge that is refused for another reason is used up all the
  /// same. A person's own key that is kept already stays as it is, with its counter.
  ///
  /// - Throws: `challengeUnknown`, `challengeUsed` or `keyOfAnotherPerson`, with no key kept.
  func keep(
    _ attestation: VerifiedAppAttestation, of person: [UInt8], answering challenge: [UInt8], session: [UInt8],
    at time: Int
  ) throws(AppAttestStoreError)

  /// Uses up the challenge, sets the counter if it is greater than the one that is stored then, and does what the assertion
  /// guards: all of it, or nothing but that the challenge is used up. If the action throws, nothing has happened at all.
  ///
  /// - Throws: `challengeUnknown`, `challengeUsed`, `keyUnknown`, `keyOfAnotherPerson` or `counterNotGreater`, with the action
  ///   not called, or what it throws.
  func take<Result: Sendable>(
    _ assertion: VerifiedAppAssertion, of person: [UInt8], answering challenge: [UInt8], session: [UInt8], at time: Int,
    _ action: (Transaction) throws(AppAttestStoreError) -> Result
  ) throws(AppAttestStoreError) -> Result

  /// Uses up the challenge of an answer that was refused.
  func spend(_ challenge: [UInt8], at time: Int) throws(AppAttestStoreError)

  /// The key, whoever has it, and who that is.
  func key(_ id: [UInt8]) throws(AppAttestStoreError) -> (key: AttestedAppKey, person: [UInt8])?

  /// Whether the person had the key, which is gone now.
  func remove(_ id: [UInt8], of person: [UInt8]) throws(AppAttestStoreError) -> Bool

  /// Forgets challenges whose time is over.
  func forgetChallenges(at time: Int) throws(AppAttestStoreError)
}

/// A challenge that was given out, and what it is good for.
package struct AppChallenge: Sendable, Equatable {
  package let challenge: [UInt8]
  package let purpose: Purpose
  /// The session that the answer must come back with, such as the hash of a token.
  package let session: [UInt8]
  /// The end of its validity.
  package let expires: Int

  package enum Purpose: Int, Sendable { case attestation = 1, assertion = 2 }

  package init(_ challenge: [UInt8], for purpose: Purpose, session: [UInt8], expires: Int) {
    self.challenge = challenge
    self.purpose = purpose
    self.session = session
    self.expires = expires
  }
}

package enum AppAttestStoreError: Error, Equatable, Sendable {
  /// The challenge was never issued, is too old, or is for something else.
  case challengeUnknown
  case challengeUsed
  case keyUnknown
  case keyOfAnotherPerson
  /// The counter that is stored.
  case counterNotGreater(UInt32)
  /// The guarded action did not want to happen, in its own words.
  case action(String)
  /// The store itself failed, in its own words.
  case unavailable(String)

  /// The word by which a refusal is known, as those of a verification are; nil for what is no refusal of an answer.
  package var reason: AppAttestRefusal.Reason? {
    switch self {
    case .challengeUnknown: .challengeUnknown
    case .challengeUsed: .challengeUsed
    case .keyOfAnotherPerson: .keyOfAnotherPerson
    case .counterNotGreater: .counterNotGreater
    case .keyUnknown: .keyId
    case .action, .unavailable: nil
    }
  }
}
