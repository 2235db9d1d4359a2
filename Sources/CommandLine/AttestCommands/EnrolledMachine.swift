// SPDX-License-Identifier: Apache-2.0
import AppAttest
import JSONCoding
import TrustedPlatformModule
import WebAuthn

/// The enrolment of this machine as its folder keeps it. The attestation key can be used by its TPM alone.
struct EnrolledMachine {
  let id: String
  let server: String
  let tpm: String
  let authorities: String?
  let key: SealedSecret

  init(id: String, server: String, tpm: String, authorities: String?, key: SealedSecret) {
    (self.id, self.server, self.tpm, self.authorities, self.key) = (id, server, tpm, authorities, key)
  }

  init(_ form: FormReader) throws(FormError) {
    (id, server) = (try form.string("machine"), try form.string("server"))
    (tpm, authorities) = (try form.string("tpm"), try form.optionalString("authorities"))
    guard
      let key = SealedSecret(
        publicArea: try form.anyBase64("publicArea"), privateArea: try form.anyBase64("privateArea"))
    else { throw .wrongType("publicArea") }
    self.key = key
  }

  var json: JSONValue {
    .members([
      "machine": .string(id), "server": .string(server), "tpm": .string(tpm),
      "authorities": authorities.map { .string($0) } ?? .null, "publicArea": .string(key.publicArea.base64),
      "privateArea": .string(key.privateArea.base64),
    ])
  }
}
