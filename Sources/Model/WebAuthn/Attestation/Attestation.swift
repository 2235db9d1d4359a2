// SPDX-License-Identifier: Apache-2.0

/// The result of a statement (WebAuthn Level 3, 6.5.3), before anybody asks whether its signer is trusted.
package struct Attestation: Sendable, Equatable {
  package let format: AttestationFormat
  package let kind: Kind
  /// The certificate chain in DER, the signer's first. It is empty for no attestation, and for self attestation.
  package let path: [[UInt8]]

  package enum Kind: String, Sendable {
    /// The statement is empty: it proves nothing.
    case none
    /// The credential's own key signed: whoever registers holds it, and no more is proven.
    case selfSigned = "self"
    /// A manufacturer's key signed: one of a whole model (Basic), or one of a device (AttCA). Which, only metadata
    /// says.
    case basic
    /// An authority vouches for a device's own attestation key.
    case authority = "attCA"
    /// An authority vouches for this one credential.
    case anonymizationAuthority = "anonCA"
  }

  init(_ format: AttestationFormat, _ kind: Kind, _ path: [[UInt8]] = []) {
    self.format = format
    self.kind = kind
    self.path = path
  }
}

/// Why a statement proves nothing.
package struct AttestationDefect: Error, Equatable, Sendable {
  /// The section of WebAuthn Level 3 that asks for it.
  package let section: String
  package let kind: Kind

  package enum Kind: Sendable, Equatable {
    /// The statement does not have the syntax of its format.
    case syntax
    case algorithm(Int, name: String?)
    /// The algorithm is not that of the credential.
    case otherAlgorithm
    case signature
    /// A certificate cannot be read, or its key cannot be used.
    case certificate
    case certificateCount
    case certificateVersion
    case certificateSubject
    case certificateAlternativeName
    case certificateUse
    /// The basic constraints of the certificate are missing or make it an authority.
    case certificateIsAuthority
    /// The model in the certificate is not the one in the authenticator data.
    case aaguid
    /// The key that is attested is not the credential's.
    case otherKey
    /// The extension that carries the proof is missing or cannot be read.
    case proof
    /// The proof is for another ceremony.
    case otherCeremony
    /// The key was not made where it is, or may do more than sign.
    case authorization
    /// A statement among others of a format that may not stand there.
    case part(String)
  }

  package init(_ section: String, _ kind: Kind) {
    self.section = section
    self.kind = kind
  }
}
