// SPDX-License-Identifier: Apache-2.0

/// What an organisation's issuer keeps. Each function is one transaction.
package protocol MachineStore: Sendable {
  // MARK: Machines

  /// Adds a machine that may enrol.
  func add(_ machine: Machine) throws(IdentityStoreError)
  func machines() throws(IdentityStoreError) -> [Machine]
  func machine(_ id: String) throws(IdentityStoreError) -> Machine?
  func machine(endorsement: [UInt8]) throws(IdentityStoreError) -> Machine?
  func revokeMachine(_ id: String, at now: Int64) throws(IdentityStoreError)
  /// Removes a machine with the keys that were issued to it, and an enrolment that has begun: it is as if it had never enrolled.
  func removeMachine(_ id: String) throws(IdentityStoreError)

  func add(_ authority: EndorsementAuthority) throws(IdentityStoreError)
  func endorsementAuthorities() throws(IdentityStoreError) -> [EndorsementAuthority]
  /// Removes an authority, and the enrolments that have begun of machines that are not there.
  func removeEndorsementAuthority(_ id: String) throws(IdentityStoreError)

  // MARK: Enrolment

  /// Stores an enrolment; those that are over go, and where there are so many of this endorsement key,
  /// the one that ends first: whoever knows the key keeps its machine out by no number of them. False where so many of all are not over.
  func begin(
    _ enrolment: PendingEnrolment, atMost limit: Int, ofAll all: Int, at now: Int64
  ) throws(IdentityStoreError) -> Bool
  /// Takes an enrolment, which nobody has again whatever the proof is, and gives the machine its attestation key. A machine that is
  /// not there is added with the proposed identifier. The key that it had before is kept with those of before it.
  func finishEnrolment(
    _ id: String, secretHash: [UInt8], proposing machine: String, at now: Int64
  ) throws(IdentityStoreError) -> EnrolmentOutcome
  /// The attestation keys that a machine had since one of them spoke last, the latest ones first: it may have been killed before it kept
  /// a newer one.
  func formerKeys(of machine: String) throws(IdentityStoreError) -> [[UInt8]]
  /// Removes them: the machine has this key, if it is still its own.
  func forgetFormerKeys(of machine: String, replacedBy key: [UInt8]) throws(IdentityStoreError)

  // MARK: Keys of apps

  /// Stores a key unless it is there already. A machine gets at most so many in so many milliseconds.
  func add(_ key: IssuedKey, atMost limit: Int, within time: Int64) throws(IdentityStoreError) -> IssuedKeyOutcome
  /// Notes that a receipt of the key can be exchanged until then.
  func note(_ id: [UInt8], exchangeableUntil time: Int64) throws(IdentityStoreError)
  /// Removes the keys that were stored before a time and of which no receipt can be exchanged any more; returns how many.
  @discardableResult func tidyKeys(issuedBefore time: Int64, at now: Int64) throws(IdentityStoreError) -> Int
  func issuedKey(_ id: [UInt8]) throws(IdentityStoreError) -> IssuedKey?
  /// How many keys an app got on a machine since then.
  func countKeys(ofApp app: String, on machine: String, since time: Int64) throws(IdentityStoreError) -> Int

  // MARK: The authority

  /// Stores the authority where there is none; gives the one that counts.
  func keep(_ authority: StoredAuthority) throws(IdentityStoreError) -> StoredAuthority
  func authority() throws(IdentityStoreError) -> StoredAuthority?
}

package enum EnrolmentOutcome: Sendable, Equatable {
  case enrolled(Machine)
  /// There is no such enrolment, or it is over.
  case unknown
  case wrongProof
  case revoked
}

package enum IssuedKeyOutcome: Sendable, Equatable {
  case added
  /// The same request was answered before.
  case again
  /// The key is another machine's, app's or request's.
  case taken
  /// The machine has had too many; it may ask again from this time on.
  case tooMany(until: Int64)
  /// The machine is not there any more, or is revoked.
  case revoked
}
