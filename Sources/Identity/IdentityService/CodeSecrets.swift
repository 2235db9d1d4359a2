// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import IdentityModel
package import SecretMemory

/// What one-time codes are made of, which authenticator apps share with the provider: sealed wherever it is kept.
package final class CodeSecrets: Sendable {
  private let key: SecretBytes

  package init(_ key: consuming SecretBytes) { self.key = key }

  /// The place of a code's secret.
  enum Place: String {
    /// The secret is in the form of the page that shows it, until the first code is right.
    case form
    case store
  }

  func seal(_ secret: borrowing SecretBytes, of account: Int64, in place: Place) throws(CryptoError) -> [UInt8] {
    try StoredSecret.seal(secret, as: Self.name(account, place), by: key)
  }

  func open(_ sealed: [UInt8], of account: Int64, in place: Place) -> SecretBytes? {
    StoredSecret.open(sealed, as: Self.name(account, place), by: key)
  }

  private static func name(_ account: Int64, _ place: Place) -> String { "\(place.rawValue) \(account)" }
}
