// SPDX-License-Identifier: Apache-2.0

/// The class of an item: the values of `kSecClass`.
package enum ItemClass: String, Sendable, CaseIterable {
  case genericPassword = "genp"
  case internetPassword = "inet"
  case certificate = "cert"
  case key = "keys"
  /// A certificate and its private key, both stored as items of their own classes.
  case identity = "idnt"

  /// The classes that items are stored as.
  package static let stored: [ItemClass] = [.genericPassword, .internetPassword, .certificate, .key]
}
