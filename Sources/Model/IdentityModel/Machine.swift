// SPDX-License-Identifier: Apache-2.0

/// A machine whose apps an organisation's issuer vouches for, known by its TPM.
package struct Machine: Sendable, Equatable {
  package let id: String
  package let name: String
  /// The SHA-256 of its endorsement key's point.
  package let endorsement: [UInt8]
  /// TPMT_PUBLIC of its attestation key; nil until it has enrolled.
  package var attestationKey: [UInt8]?
  /// Milliseconds since 1970, as the others.
  package var enrolledAt: Int64?
  package var revokedAt: Int64?

  package init(
    id: String, name: String, endorsement: [UInt8], attestationKey: [UInt8]? = nil, enrolledAt: Int64? = nil,
    revokedAt: Int64? = nil
  ) {
    (self.id, self.name, self.endorsement) = (id, name, endorsement)
    (self.attestationKey, self.enrolledAt, self.revokedAt) = (attestationKey, enrolledAt, revokedAt)
  }
}

/// An enrolment between its two requests.
package struct PendingEnrolment: Sendable, Equatable {
  package let id: String
  package let endorsement: [UInt8]
  package let attestationKey: [UInt8]
  /// The SHA-256 of the secret that the TPM alone gives back.
  package let secretHash: [UInt8]
  package let expiresAt: Int64

  package init(id: String, endorsement: [UInt8], attestationKey: [UInt8], secretHash: [UInt8], expiresAt: Int64) {
    (self.id, self.endorsement, self.attestationKey) = (id, endorsement, attestationKey)
    (self.secretHash, self.expiresAt) = (secretHash, expiresAt)
  }
}

/// A key of an app that the issuer vouched for.
package struct IssuedKey: Sendable, Equatable {
  /// The SHA-256 of its point.
  package let id: [UInt8]
  package let machine: String
  package let appID: String
  /// The SHA-256 of the request.
  package let request: [UInt8]
  package let issuedAt: Int64

  package init(id: [UInt8], machine: String, appID: String, request: [UInt8], issuedAt: Int64) {
    (self.id, self.machine, self.appID) = (id, machine, appID)
    (self.request, self.issuedAt) = (request, issuedAt)
  }
}

/// The certificates of an issuer's authority, and its keys sealed.
package struct StoredAuthority: Sendable, Equatable {
  package let root: [UInt8]
  package let intermediate: [UInt8]
  package let receiptSigner: [UInt8]
  package let sealedKey: [UInt8]
  package let sealedReceiptKey: [UInt8]

  package init(
    root: [UInt8], intermediate: [UInt8], receiptSigner: [UInt8], sealedKey: [UInt8], sealedReceiptKey: [UInt8]
  ) {
    (self.root, self.intermediate, self.receiptSigner) = (root, intermediate, receiptSigner)
    (self.sealedKey, self.sealedReceiptKey) = (sealedKey, sealedReceiptKey)
  }
}

/// A certificate under which endorsement keys are taken: of an organisation, or of a maker of TPMs.
package struct EndorsementAuthority: Sendable, Equatable {
  /// The first digits of the certificate's SHA-256.
  package let id: String
  package let certificate: [UInt8]

  package init(id: String, certificate: [UInt8]) { (self.id, self.certificate) = (id, certificate) }
}
