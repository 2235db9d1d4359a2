// SPDX-License-Identifier: Apache-2.0
import CertificateTrust

/// Whether those who attest are trusted (WebAuthn Level 3, 7.1, steps 23 and 24).
enum AttestationTrust {
  /// Every path must end at an anchor; where a maker's statement is required there must be one.
  static func defect(_ attestations: [Attestation], _ policy: RelyingPartyPolicy) -> Refusal.Detail? {
    let paths = attestations.map(\.path).filter { !$0.isEmpty }
    if policy.attestation == .required, paths.isEmpty { return .unattested }
    guard let anchors = policy.anchors else { return policy.attestation == .required ? .trust(.untrusted) : nil }
    for path in paths {
      var question = TrustQuestion(path[0], at: policy.time)
      question.others = Array(path.dropFirst())
      question.anchors = anchors
      question.trustsSystem = false
      if let defect = TrustEvaluation.answer(question).defect { return .trust(defect.kind) }
    }
    return nil
  }
}
