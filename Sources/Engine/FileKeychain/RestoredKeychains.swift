// SPDX-License-Identifier: Apache-2.0

/// The keychains that one caller's restore has made: they are open for what is restored into them, and as long as this is
/// there. Whatever became of the caller, it had no password to open them with.
package final class RestoredKeychains {
  private var made: [FileKeychain] = []

  package init() {}

  deinit { for keychain in made { keychain.lock() } }

  func add(_ keychain: FileKeychain) { made.append(keychain) }
}
