// SPDX-License-Identifier: Apache-2.0

/// The keychains that one caller's restore has created. They are unlocked for the items restored into them, although the
/// caller has not given their passwords, so they are locked when this object goes, however the restore ends.
package final class RestoredKeychains {
  private var made: [FileKeychain] = []

  package init() {}

  deinit { for keychain in made { keychain.lock() } }

  func add(_ keychain: FileKeychain) { made.append(keychain) }
}
