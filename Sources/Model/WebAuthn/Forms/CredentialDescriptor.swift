// SPDX-License-Identifier: Apache-2.0
import Base64Coding
package import JSONCoding

/// A credential that options name (WebAuthn Level 3, 5.8.3).
package struct CredentialDescriptor: Sendable, Equatable {
  package let id: [UInt8]
  package let transports: [String]

  package init(id: [UInt8], transports: [String] = []) {
    self.id = id
    self.transports = transports
  }

  /// Reads a descriptor; nil for a type other than `public-key`, which is ignored.
  init?(_ form: FormReader) throws(FormError) {
    guard try form.string("type") == publicKeyType else { return nil }
    id = try form.bytes("id")
    transports = try form.optionalStrings("transports") ?? []
  }

  package var json: JSONValue {
    var members = [
      JSONValue.Member("type", .string(publicKeyType)), JSONValue.Member("id", .string(Base64URL.encode(id))),
    ]
    if !transports.isEmpty { members.append(JSONValue.Member("transports", .strings(transports))) }
    return .object(members)
  }

  static func list(_ forms: [FormReader]?) throws(FormError) -> [CredentialDescriptor] {
    var list: [CredentialDescriptor] = []
    for form in forms ?? [] {
      if let descriptor = try CredentialDescriptor(form) { list.append(descriptor) }
    }
    return list
  }
}

/// The one type of credential that there is (WebAuthn Level 3, 5.8.2).
let publicKeyType = "public-key"
