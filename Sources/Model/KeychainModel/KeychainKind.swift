// SPDX-License-Identifier: Apache-2.0

/// macOS has two kinds of keychains; Bailey has the second for programs and scripts written for it.
package enum KeychainKind: Sendable, Hashable {
  /// Under the lock state, as everywhere else.
  case dataProtection
  /// The file-based ones of the search list, under passwords of their own and with the older rules.
  case file
  /// One file-based keychain.
  case named(KeychainName)
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
