// SPDX-License-Identifier: Apache-2.0

/// The rules for a client's secret, by names that do not change: scripts and logs rely on them.
package enum SecretRule: String, Sendable, CaseIterable {
  case notThreeParts, notJSON, algorithmNotES256
  case keyIdMissing, keyIdUnknown, keyRevoked, keyOfAnotherApp
  case issuerNotTeam, subjectNotClient, audienceNotProvider
  case claimMissing, claimNotNumber
  case issuedInFuture, expired, livesTooLong
  case signatureDER, signatureWrong, signedByOtherKey
}
