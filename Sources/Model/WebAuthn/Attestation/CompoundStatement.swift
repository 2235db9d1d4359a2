// SPDX-License-Identifier: Apache-2.0
import CBORCoding

/// The format `compound` (WebAuthn Level 3, 8.9): two statements or more, all of which must prove what they claim.
enum CompoundStatement {
  private static let section = "8.9"
  private static let most = 8

  static func verify(
    _ statement: CBORValue, _ subject: AttestationSubject
  ) throws(AttestationDefect) -> [Attestation] {
    guard let parts = statement.elements, (2...most).contains(parts.count) else {
      throw AttestationDefect(section, .syntax)
    }
    var attestations: [Attestation] = []
    for part in parts {
      guard let members = part.members, members.count == 2, let name = members["fmt"]?.textString,
        let inner = members["attStmt"]
      else { throw AttestationDefect(section, .syntax) }
      guard let format = AttestationFormat(rawValue: name), format != .compound else {
        throw AttestationDefect(section, .part(name))
      }
      attestations += try format.verify(inner, subject)
    }
    return attestations
  }
}
