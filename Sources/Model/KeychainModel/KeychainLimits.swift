// SPDX-License-Identifier: Apache-2.0

/// How much one call may bring: more is `errSecParam`.
package enum KeychainLimits {
  /// Keys in one dictionary, as in Apple's store.
  package static let keys = 128
  package static let secret = 1 << 20
  package static let attribute = 64 << 10
  /// All attributes of an item together.
  package static let attributes = 256 << 10
  package static let issuers = 256
}
