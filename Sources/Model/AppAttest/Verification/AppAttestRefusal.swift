// SPDX-License-Identifier: Apache-2.0
package import CBORCoding
package import CertificateTrust

/// A reason for which an attestation or an assertion is refused.
package struct AppAttestRefusal: Error, Sendable, Equatable {
  package let reason: Reason
  package let detail: Detail?

  package init(_ reason: Reason, _ detail: Detail? = nil) {
    self.reason = reason
    self.detail = detail
  }

  /// The words are stable: scripts read them. The first that applies decides, in this order: what cannot be read, then the
  /// steps of Apple's "Validating apps that connect to your server", then what only a store knows.
  package enum Reason: String, Sendable, CaseIterable {
    case malformed, format, trailingData
    case chain, leafExpired, nonceMissing, nonce, keyId, signature, appId, counterNotZero, counterNotGreater
    case environment, credentialId, category, bundleVersion, codeHash, accessControl, basis, receipt
    case keyOfAnotherPerson, challengeUnknown, challengeUsed
  }

  /// The finding, for the reasons that need more than their name.
  package enum Detail: Sendable, Equatable {
    case encoding(CBORError)
    /// A member that is missing, or of another type or size.
    case member(String)
    /// The octet of flags, of which only AT and ED are known.
    case flags(UInt8)
    case trust(TrustAnswer.Kind)
    /// There are as many certificates, and not two.
    case certificateCount(Int)
    /// An extension that must stand once stands as often.
    case repeated(Int)
    /// The key is not on P-256.
    case otherCurve
    /// The key of the authenticator data is not that of the certificate.
    case otherKey
    /// The text or the number that was found.
    case found(String)
    /// The launch data is not stated at all, and the policy asks for it.
    case unstated
    case counters(UInt32, stored: UInt32)
    case receipt(AppReceiptError)
    /// A field of the receipt that says something else than the attestation, by its number.
    case receiptField(Int)
  }
}

/// All reasons for which something is refused. The first decides.
package struct AppAttestRefusals: Error, Sendable, Equatable {
  package let first: AppAttestRefusal
  package let others: [AppAttestRefusal]

  package var all: [AppAttestRefusal] { [first] + others }

  /// Takes the refusals that were found; nil where there is none.
  init?(_ found: [AppAttestRefusal]) {
    let order = AppAttestRefusal.Reason.allCases
    let sorted = order.flatMap { reason in found.filter { $0.reason == reason } }
    guard let first = sorted.first else { return nil }
    self.first = first
    others = Array(sorted.dropFirst())
  }

  init(_ only: AppAttestRefusal) {
    first = only
    others = []
  }
}
