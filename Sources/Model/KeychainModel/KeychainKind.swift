// SPDX-License-Identifier: Apache-2.0

/// macOS has two keychains; Bailey has the second for programs written for it.
package enum KeychainKind: UInt8, Sendable, CaseIterable {
  /// Under the lock state, as everywhere else.
  case dataProtection = 0
  /// Under a password of its own, with the older rules.
  case file = 1
}

/// What a dictionary says of which keychain is meant; looked at where a program wants the rules of macOS.
package struct KeychainRouting: Sendable, Equatable {
  /// `kSecUseDataProtectionKeychain`.
  package var usesDataProtection: Bool?
  /// A key that only the file-based keychain knows was given.
  package var needsFile = false
  /// There is somewhere for a result to go.
  package var takesResult = true

  package init() {}
}
