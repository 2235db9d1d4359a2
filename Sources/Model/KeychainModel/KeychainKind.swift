// SPDX-License-Identifier: Apache-2.0

/// The two kinds of keychains of macOS. Bailey has file-based ones for programs and scripts that expect them.
package enum KeychainKind: Sendable, Hashable {
  /// The data protection keychain, whose items the lock state protects.
  case dataProtection
  /// The file-based keychains of the search list, which have passwords of their own and the older rules.
  case file
  /// A file-based keychain.
  case named(KeychainName)
}

/// The statements of a dictionary about which keychain is meant. Only programs that use the rules of macOS need it.
package struct KeychainRouting: Sendable, Equatable {
  /// `kSecUseDataProtectionKeychain`.
  package var usesDataProtection: Bool?
  /// Whether a key was given that only file-based keychains have.
  package var needsFile = false

  package init() {}
}
