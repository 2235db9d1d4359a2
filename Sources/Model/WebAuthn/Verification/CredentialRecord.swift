// SPDX-License-Identifier: Apache-2.0
package import COSEKeys

/// The record that a relying party keeps of a credential (WebAuthn Level 3, 4, "credential record").
package struct CredentialRecord: Sendable, Equatable {
  package let id: [UInt8]
  package let publicKey: COSEKey
  package var signCount: UInt32
  package var isUserVerificationInitialized: Bool
  package let transports: [String]
  package let isBackupEligible: Bool
  package var isBackedUp: Bool
  package let aaguid: AAGUID
  /// The account that it signs in to.
  package let userHandle: [UInt8]

  package init(
    id: [UInt8], publicKey: COSEKey, signCount: UInt32, isUserVerificationInitialized: Bool, transports: [String],
    isBackupEligible: Bool, isBackedUp: Bool, aaguid: AAGUID, userHandle: [UInt8]
  ) {
    self.id = id
    self.publicKey = publicKey
    self.signCount = signCount
    self.isUserVerificationInitialized = isUserVerificationInitialized
    self.transports = transports
    self.isBackupEligible = isBackupEligible
    self.isBackedUp = isBackedUp
    self.aaguid = aaguid
    self.userHandle = userHandle
  }
}
