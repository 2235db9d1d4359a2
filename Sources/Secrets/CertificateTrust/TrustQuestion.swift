// SPDX-License-Identifier: Apache-2.0

/// Whether a certificate is to be trusted, and for what.
package struct TrustQuestion: Sendable {
  /// DER, as all certificates here.
  package var leaf: [UInt8]
  /// The certificates that may lie between the leaf and an authority.
  package var others: [[UInt8]] = []
  /// The authorities to trust, whatever kind of certificate they are.
  package var anchors: [[UInt8]] = []
  /// Whether the system's anchors are trusted too.
  package var trustsSystem = true
  package var purpose = Purpose.any
  /// The host or the address that the certificate must name.
  package var host: String?
  /// The address for mail that the certificate must name.
  package var emailAddress: String?
  /// Whether the chain must be proved not to be revoked. Revocation cannot be checked here, so no chain is trusted then.
  package var requiresRevocationCheck = false
  /// The time in seconds since 1970.
  package var time: Int

  package enum Purpose: Sendable { case any, server, client, email, codeSigning, ipsec }

  package init(_ leaf: [UInt8], at time: Int) {
    self.leaf = leaf
    self.time = time
  }
}

/// The answer: the chain as far as it could be built, and the first thing that is wrong with it.
package struct TrustAnswer: Sendable, Equatable {
  /// The certificates from the leaf up.
  package let chain: [[UInt8]]
  package let defect: Defect?

  package struct Defect: Sendable, Equatable {
    package let kind: Kind
    /// The position of the certificate in the chain: 0 is the leaf.
    package let depth: Int

    package init(_ kind: Kind, depth: Int) {
      self.kind = kind
      self.depth = depth
    }
  }

  package enum Kind: Sendable, Equatable {
    case unreadable
    case expired
    case notYetValid
    /// The chain ends at nobody who is trusted.
    case untrusted
    case hostMismatch
    case emailMismatch
    /// The certificate is not for this purpose, or its issuer may not issue.
    case wrongUse
    case badSignature
    case revoked
    /// A check of revocation was required and cannot be made.
    case revocationUnknown
    /// Anything else the library finds: its code.
    case other(Int)
  }
}
