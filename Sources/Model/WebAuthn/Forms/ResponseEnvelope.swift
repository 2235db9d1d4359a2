// SPDX-License-Identifier: Apache-2.0
import Base64Coding
package import JSONCoding

/// The members that both responses share (WebAuthn Level 3, 5.1.8).
package struct ResponseEnvelope: Sendable, Equatable {
  /// The credential's identifier.
  package var id: [UInt8]
  package var attachment: String?
  /// Client extension outputs, as they are.
  package var extensionResults: [JSONValue.Member] = []

  package init(id: [UInt8]) { self.id = id }

  init(_ form: FormReader) throws(FormError) {
    id = try form.bytes("rawId")
    // The same bytes once more, as text.
    guard try form.bytes("id") == id else { throw .wrongType(form.path(of: "id")) }
    guard try form.string("type") == publicKeyType else { throw .wrongType(form.path(of: "type")) }
    attachment = try form.optionalString("authenticatorAttachment")
    extensionResults = try form.optionalObject("clientExtensionResults")?.members ?? []
  }

  func json(_ response: [JSONValue.Member]) -> JSONValue {
    let text = JSONValue.string(Base64URL.encode(id))
    var members = [
      JSONValue.Member("id", text), JSONValue.Member("rawId", text), JSONValue.Member("type", .string(publicKeyType)),
      JSONValue.Member("response", .object(response)),
    ]
    if let attachment { members.append(JSONValue.Member("authenticatorAttachment", .string(attachment))) }
    members.append(JSONValue.Member("clientExtensionResults", .object(extensionResults)))
    return .object(members)
  }

  /// The limits of a whole response.
  package static let limits = JSONLimits(bytes: 1 << 19, depth: 24, values: 4096)
}
