// SPDX-License-Identifier: Apache-2.0
import Base64Coding
package import JSONCoding

/// `AuthenticationResponseJSON` (WebAuthn Level 3, 5.1.8).
package struct AuthenticationResponse: Sendable, Equatable {
  package var envelope: ResponseEnvelope
  package var clientData: [UInt8]
  package var authenticatorData: [UInt8]
  package var signature: [UInt8]
  package var userHandle: [UInt8]?

  package init(
    id: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8]?
  ) {
    envelope = ResponseEnvelope(id: id)
    self.clientData = clientData
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.userHandle = userHandle
  }

  package init(_ value: JSONValue) throws(FormError) { try self.init(FormReader(value)) }

  package init(_ form: FormReader) throws(FormError) {
    envelope = try ResponseEnvelope(form)
    let response = try form.object("response")
    clientData = try response.bytes("clientDataJSON")
    authenticatorData = try response.bytes("authenticatorData")
    signature = try response.bytes("signature")
    userHandle = try response.optionalBytes("userHandle")
  }

  package var json: JSONValue {
    var members = [
      JSONValue.Member("clientDataJSON", .string(Base64URL.encode(clientData))),
      JSONValue.Member("authenticatorData", .string(Base64URL.encode(authenticatorData))),
      JSONValue.Member("signature", .string(Base64URL.encode(signature))),
    ]
    if let userHandle { members.append(JSONValue.Member("userHandle", .string(Base64URL.encode(userHandle)))) }
    return envelope.json(members)
  }
}
