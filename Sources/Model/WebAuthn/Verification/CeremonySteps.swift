// SPDX-License-Identifier: Apache-2.0

/// The numbers of the steps that a registration (WebAuthn Level 3, 7.1) and an authentication (7.2) have in common.
struct CeremonySteps {
  let section: Refusal.Step.Section
  let clientDataType: String
  let clientData, type, challenge, origin, crossOrigin, topOrigin: Int
  let authenticatorData, rpIDHash, userPresence, userVerification, backupFlags, extensions: Int

  static let registration = CeremonySteps(
    section: .registration, clientDataType: "webauthn.create",
    clientData: 6, type: 7, challenge: 8, origin: 9, crossOrigin: 10, topOrigin: 11,
    authenticatorData: 13, rpIDHash: 14, userPresence: 15, userVerification: 16, backupFlags: 17, extensions: 28)

  static let authentication = CeremonySteps(
    section: .authentication, clientDataType: "webauthn.get",
    clientData: 9, type: 10, challenge: 11, origin: 12, crossOrigin: 13, topOrigin: 14,
    authenticatorData: 7, rpIDHash: 15, userPresence: 16, userVerification: 17, backupFlags: 18, extensions: 23)
}
