// SPDX-License-Identifier: Apache-2.0

/// Everything that can be asked, by its path.
enum Endpoint: String, Sendable, CaseIterable {
  case discovery = "/.well-known/openid-configuration"
  case keys = "/auth/keys"
  case style = "/style.css"
  case script = "/passkeys.js"
  case sitesScript = "/signin.js"
  case authorize = "/auth/authorize"
  case signIn = "/auth/sign-in"
  case passkey = "/auth/passkey"
  case code = "/auth/code"
  case consent = "/auth/consent"
  case token = "/auth/token"
  case revoke = "/auth/revoke"
  case account = "/account"
  case remove = "/account/remove"
  case addPasskey = "/account/passkey/add"
  case removePasskey = "/account/passkey/remove"
  case beginCodes = "/account/code/begin"
  case addCodes = "/account/code/add"
  case removeCodes = "/account/code/remove"
  case endSessions = "/account/session/end"
  case signOut = "/account/sign-out"
  case enrol = "/attest/enroll"
  case finishEnrolment = "/attest/enroll/finish"
  case challengeMachine = "/attest/challenge"
  case attestKey = "/attest/attestation"
  case deviceToken = "/attest/device-token"
  /// The exchange of a receipt, as Apple's service has it, and those that follow.
  case exchangeReceipt = "/v1/attestationData"
  case queryBits = "/v1/query_two_bits"
  case updateBits = "/v1/update_two_bits"
  case validateDevice = "/v1/validate_device_token"

  var method: String {
    switch self {
    case .discovery, .keys, .style, .script, .sitesScript, .authorize, .account: "GET"
    case .signIn, .passkey, .code, .consent, .token, .revoke, .remove, .addPasskey, .removePasskey, .beginCodes,
      .addCodes, .removeCodes, .endSessions, .signOut, .enrol, .finishEnrolment, .challengeMachine, .attestKey,
      .deviceToken, .exchangeReceipt, .queryBits, .updateBits, .validateDevice:
      "POST"
    }
  }

  /// Nobody is known by it, and it is not worth a line in the log.
  var isTheSameForEverybody: Bool { [.discovery, .keys, .style, .script, .sitesScript].contains(self) }

  var isForPrograms: Bool {
    [
      .token, .revoke, .enrol, .finishEnrolment, .challengeMachine, .attestKey, .deviceToken, .exchangeReceipt,
      .queryBits, .updateBits, .validateDevice,
    ].contains(self)
  }
}
