// SPDX-License-Identifier: Apache-2.0

/// Why an app has no key, attestation or assertion. The numbers are sent: they are permanent.
package enum AppAttestFailure: UInt8, Error, Sendable, CaseIterable {
  // What Apple's systems call an invalid input.
  /// The program is no app that Bailey knows by a signature, so there is nothing that could be attested of it.
  case noApplicationIdentifier = 1
  /// `clientDataHash` has fewer than sixteen octets.
  case hashTooShort = 2
  /// There is no such key of this app: it went with the app's removal, a restore or an erase, or never was.
  case keyGone = 3
  /// The clock stands outside of the time of the authority's certificates, or behind an attestation that was made before.
  case clockWrong = 4

  // What they call an invalid key.
  case alreadyAttested = 5
  case notAttested = 6

  /// The app has as many keys as an app may have.
  case tooManyKeys = 7
  /// Nothing can be attested before the first unlock.
  case locked = 8
  /// The enclave, the disk or the cryptographic library failed.
  case unavailable = 9
  /// `clientDataHash` has more octets than are taken.
  case hashTooLong = 10
  /// The organisation's issuer cannot be reached, or has too many requests: later, with the same key.
  case issuerUnavailable = 11
  /// The organisation's issuer does not know this machine, trusts it no more, or takes no such request.
  case issuerRefused = 12
  /// There is no organisation's issuer that would know this machine.
  case notEnrolled = 13
  /// What the organisation's issuer answered is longer than is taken: it is another one than Bailey's, or its certificates are too many.
  case issuerAnswerTooLong = 14
}
