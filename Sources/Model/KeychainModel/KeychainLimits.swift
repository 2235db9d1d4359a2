// SPDX-License-Identifier: Apache-2.0

/// The limits of one call. Exceeding one is `errSecParam`.
package enum KeychainLimits {
  /// The number of keys in one dictionary, as in Apple's store.
  package static let keys = 128
  package static let secret = 1 << 20
  /// The bytes of one attribute, which may take all that an item has.
  package static let attribute = attributes
  /// The bytes of all attributes of an item together.
  package static let attributes = 1 << 20
  package static let issuers = 256
  /// Secrets that are asked for in one message.
  package static let secretsAtOnce = 128
  /// Changes that are made together.
  package static let changesAtOnce = 8
}
