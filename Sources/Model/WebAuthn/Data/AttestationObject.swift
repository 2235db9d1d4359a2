// SPDX-License-Identifier: Apache-2.0
package import CBORCoding

/// Authenticator data with a statement about who made it (WebAuthn Level 3, 6.5.4).
package struct AttestationObject: Sendable, Equatable {
  package let format: String
  package let statement: CBORValue
  package let authenticatorData: AuthenticatorData

  package static let limits = CBORLimits(bytes: 1 << 16, depth: 8, items: 512)

  package init(_ bytes: [UInt8]) throws(AttestationObjectError) {
    let value: CBORValue
    do { value = try CBORReader.read(bytes, Self.limits) } catch { throw .encoding(error) }
    guard let map = value.members, let format = map["fmt"]?.textString, let statement = map["attStmt"],
      let data = map["authData"]?.byteString
    else { throw .form }
    self.format = format
    self.statement = statement
    do { authenticatorData = try AuthenticatorData(data) } catch { throw .authenticatorData(error) }
  }

  /// An object without attestation (WebAuthn Level 3, 8.7).
  package init(none data: AuthenticatorData) {
    (format, statement, authenticatorData) = ("none", .map([:]), data)
  }

  package var encoded: [UInt8] {
    CBORValue.map([
      .text("fmt"): .text(format), .text("attStmt"): statement, .text("authData"): .bytes(authenticatorData.encoded),
    ]).encoded
  }
}

/// Why bytes are no attestation object.
package enum AttestationObjectError: Error, Equatable, Sendable {
  case encoding(CBORError)
  /// The object is no map, or one of its three members is missing or of another type.
  case form
  case authenticatorData(AuthenticatorDataError)
}
