// SPDX-License-Identifier: Apache-2.0
package import WebAuthn

/// The properties of Bailey as an authenticator.
package enum PasskeyAuthenticator {
  /// 36f398e4-bace-48ae-8c8b-afbd8579f569: the model by which sites know where a passkey lies. It is permanent, and attested by nobody.
  package static let aaguid: AAGUID = {
    guard let aaguid = AAGUID(model) else { preconditionFailure("a model is sixteen bytes") }
    return aaguid
  }()

  package static let transports = ["internal"]
  package static let attachment = "platform"

  private static let model: [UInt8] = [
    0x36, 0xF3, 0x98, 0xE4, 0xBA, 0xCE, 0x48, 0xAE, 0x8C, 0x8B, 0xAF, 0xBD, 0x85, 0x79, 0xF5, 0x69,
  ]
}
