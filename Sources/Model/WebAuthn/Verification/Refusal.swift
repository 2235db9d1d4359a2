// SPDX-License-Identifier: Apache-2.0
package import CertificateTrust
package import COSEKeys

/// A reason for which a response is refused, with the step of WebAuthn Level 3 that says so.
package struct Refusal: Sendable, Equatable {
  package let reason: Reason
  package let step: Step
  package let detail: Detail?

  package init(_ reason: Reason, _ step: Step, _ detail: Detail? = nil) {
    self.reason = reason
    self.step = step
    self.detail = detail
  }

  /// The words are stable: scripts read them.
  package enum Reason: String, Sendable, CaseIterable {
    case malformed, type, challenge, origin, crossOrigin, topOrigin, rpIdHash, userPresence, userVerification
    case backupFlags, algorithm, `extension`, attestationFormat, attestationStatement, attestationTrust
    case credentialIdLength, credentialIdTaken, credentialNotAllowed, userHandle, backupEligibilityChanged, signature
    case signCount
  }

  /// A step of a section: 7.1 is registration, 7.2 authentication.
  package struct Step: Sendable, Hashable {
    package let section: Section
    package let number: Int

    package enum Section: String, Sendable { case registration = "7.1", authentication = "7.2" }
  }

  /// The finding, for the reasons that need more than their name.
  package enum Detail: Sendable, Equatable {
    case form(FormError)
    case attestationObject(AttestationObjectError)
    case authenticatorData(AuthenticatorDataError)
    /// There is no attested credential in the authenticator data.
    case noCredential
    /// The identifier of the response is not the one that the authenticator attested.
    case otherIdentifier
    case key(COSEKeyError)
    case algorithm(Int, name: String?)
    /// A text that was found where another was expected.
    case found(String)
    case statement(AttestationDefect)
    /// A retired format.
    case retired
    case trust(TrustAnswer.Kind)
    /// No attestation, or one by the credential's own key, where a relying party wants a maker's.
    case unattested
    /// A client or authenticator extension, by its identifier.
    case `extension`(String)
    /// The counter that was received, and the one that is stored.
    case counters(UInt32, stored: UInt32)
  }
}

/// All reasons for which a response is refused, in the order of their steps. The first decides.
package struct Refusals: Error, Sendable, Equatable {
  package let first: Refusal
  package let others: [Refusal]

  package var all: [Refusal] { [first] + others }

  /// Takes the refusals that were found; nil where there is none.
  init?(_ found: [Refusal]) {
    let sorted = found.enumerated().sorted {
      ($0.element.step.number, $0.offset) < ($1.element.step.number, $1.offset)
    }.map(\.element)
    guard let first = sorted.first else { return nil }
    self.first = first
    others = Array(sorted.dropFirst())
  }
}
