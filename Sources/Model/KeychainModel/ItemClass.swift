// SPDX-License-Identifier: Apache-2.0

/// What kind of thing an item is: the values of `kSecClass`.
package enum ItemClass: String, Sendable, CaseIterable {
  case genericPassword = "genp"
  case internetPassword = "inet"
  case certificate = "cert"
  case key = "keys"
  /// A certificate and the private key to it, wherever both are stored: no item of its own.
  case identity = "idnt"

  /// The classes that items are stored as.
  package static let stored: [ItemClass] = [.genericPassword, .internetPassword, .certificate, .key]
}
