// SPDX-License-Identifier: Apache-2.0
import COSEKeys
import WebAuthn

/// Attestation objects from anywhere, verified with all that stands in them: nothing of them is accepted, because no
/// authority is trusted, but what nobody attests.
package enum AttestationObjectsTarget: FuzzTarget {
  package static let name = "AttestationObjects"

  private static let clientData = Array(
    #"{"type":"webauthn.create","challenge":"AQID","origin":"https://example.org"}"#.utf8)
  private static let options = CreationOptions(
    relyingPartyID: "example.org", relyingPartyName: "",
    user: CreationOptions.User(id: [1], name: "", displayName: ""), challenge: [1, 2, 3],
    algorithms: COSEAlgorithm.allCases)
  private static let policy: RelyingPartyPolicy = {
    var policy = RelyingPartyPolicy(origins: ["https://example.org"], time: 1_790_000_000)
    policy.anchors = []
    return policy
  }()

  package static func run(_ bytes: [UInt8]) {
    let id = (try? AttestationObject(bytes))?.authenticatorData.credential?.id ?? []
    let response = RegistrationResponse(id: id, clientData: clientData, attestationObject: bytes)
    guard let verification = RegistrationVerification(options, policy) else { return }
    guard let accepted = try? verification.verify(response) else { return }
    precondition(accepted.attestation.allSatisfy(\.path.isEmpty), "an unknown authority is trusted")
    precondition(accepted.record.id == id)
  }
}
