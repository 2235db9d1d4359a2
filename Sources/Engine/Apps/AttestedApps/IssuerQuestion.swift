// SPDX-License-Identifier: Apache-2.0
package import AppAttestKeys

/// A key that an organisation's issuer is to vouch for.
package struct IssuerQuestion: Sendable {
  let row: AppKeyRow
  let app: AttestedApp
  let clientDataHash: [UInt8]
  /// SHA-256 of what the app asked for, and of what it was.
  let request: [UInt8]
  package let enrolment: IssuerEnrolment
}

/// What becomes of an app's question for an attestation.
package enum AttestStep: Sendable {
  case attested([UInt8])
  /// The organisation's issuer is to be asked, with nothing held meanwhile.
  case asks(IssuerQuestion)
}

extension AppAttestFailure {
  package init(_ failure: IssuerCallFailure) {
    self =
      switch failure {
      case .unavailable: .issuerUnavailable
      case .keyTaken: .alreadyAttested
      case .clockDiffers: .clockWrong
      case .machineRefused, .refused: .issuerRefused
      case .answerTooLong: .issuerAnswerTooLong
      }
  }
}
