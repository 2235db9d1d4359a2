// SPDX-License-Identifier: Apache-2.0
import CBORCoding

/// The format `none` (WebAuthn Level 3, 8.7): an empty map.
enum NoStatement {
  static func verify(_ statement: CBORValue) throws(AttestationDefect) -> Attestation {
    guard statement.members?.isEmpty == true else { throw AttestationDefect("8.7", .syntax) }
    return Attestation(.none, .none)
  }
}
