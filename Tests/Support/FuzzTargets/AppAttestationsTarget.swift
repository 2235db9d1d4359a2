// SPDX-License-Identifier: Apache-2.0
import AppAttest

/// Attestations, assertions and their parts from anywhere: what is read is written with the same meaning, and nothing is
/// accepted under no authority.
package enum AppAttestationsTarget: FuzzTarget {
  package static let name = "AppAttestations"

  private static let verification = AppAttestationVerification(
    AppAttestPolicy(appID: "TEAM000001.com.example.guarded", .production, anchors: [], time: 1_776_800_000))

  package static func run(_ bytes: [UInt8]) {
    if let object = try? AppAttestationObject(bytes) {
      let again = try? AppAttestationObject(object.encoded)
      precondition(again == object, "an attestation changes when it is written")
      for certificate in object.certificates { _ = AttestedLeaf(certificate) }
    }
    if let object = try? AppAssertionObject(bytes) {
      let again = try? AppAssertionObject(object.encoded)
      precondition(again == object, "an assertion changes when it is written")
    }
    for kind in [AppAuthenticatorData.Kind.attestation, .assertion] {
      guard let data = try? AppAuthenticatorData(bytes, kind) else { continue }
      precondition(data.encoded == bytes && (0...bytes.count).contains(data.trailing), "bytes are lost")
      _ = (data.launch?.category, data.launch?.bundleVersion, data.launch?.codeHash)
    }
    let verified = try? verification.verify(bytes, keyID: [1], clientDataHash: [2])
    precondition(verified == nil, "anything is an attestation")
    _ = AttestedLeaf(bytes)
  }
}
