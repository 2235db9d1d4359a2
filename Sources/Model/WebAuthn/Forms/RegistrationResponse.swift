// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import COSEKeys
package import JSONCoding
import KeyFormats

/// `RegistrationResponseJSON` (WebAuthn Level 3, 5.1.8). What it repeats of the attestation object for a page's convenience
/// is written and not read: only the object itself is verified.
package struct RegistrationResponse: Sendable, Equatable {
  package var envelope: ResponseEnvelope
  package var clientData: [UInt8]
  package var attestationObject: [UInt8]
  package var transports: [String]

  package init(id: [UInt8], clientData: [UInt8], attestationObject: [UInt8], transports: [String] = []) {
    envelope = ResponseEnvelope(id: id)
    self.clientData = clientData
    self.attestationObject = attestationObject
    self.transports = transports
  }

  package init(_ value: JSONValue) throws(FormError) { try self.init(FormReader(value)) }

  package init(_ form: FormReader) throws(FormError) {
    envelope = try ResponseEnvelope(form)
    let response = try form.object("response")
    clientData = try response.bytes("clientDataJSON")
    attestationObject = try response.bytes("attestationObject")
    transports = try response.optionalStrings("transports") ?? []
  }

  package var json: JSONValue {
    var members = [
      JSONValue.Member("clientDataJSON", .string(Base64URL.encode(clientData))),
      JSONValue.Member("attestationObject", .string(Base64URL.encode(attestationObject))),
      JSONValue.Member("transports", .strings(transports)),
    ]
    if let data = try? AttestationObject(attestationObject).authenticatorData {
      members.append(JSONValue.Member("authenticatorData", .string(Base64URL.encode(data.encoded))))
      if let key = try? data.credential?.key() {
        members.append(JSONValue.Member("publicKey", .string(Base64URL.encode(key.material.spki))))
        members.append(JSONValue.Member("publicKeyAlgorithm", .number(key.algorithm.rawValue)))
      }
    }
    return envelope.json(members)
  }
}
