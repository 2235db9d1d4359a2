// SPDX-License-Identifier: Apache-2.0

/// Whether a relying party wants the person verified (WebAuthn Level 3, 5.8.6). Words that are not known count as missing,
/// and what is missing as `preferred`.
package enum UserVerificationRequirement: String, Sendable, CaseIterable {
  case required, preferred, discouraged

  init(word: String?) { self = word.flatMap { UserVerificationRequirement(rawValue: $0) } ?? .preferred }
}
