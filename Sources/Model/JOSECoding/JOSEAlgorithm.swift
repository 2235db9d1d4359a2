// SPDX-License-Identifier: Apache-2.0

/// The algorithms that a signature may have (RFC 7518, section 3.1). `none` is not one, and neither is one whose key both sides
/// have: a reader that took them would take a token that anybody made.
package enum JOSEAlgorithm: String, Sendable, CaseIterable {
  case es256 = "ES256"
  case rs256 = "RS256"

  package init(named name: String) throws(JOSEError) {
    guard let known = JOSEAlgorithm(rawValue: name) else { throw .algorithmRefused(name) }
    self = known
  }
}
