// SPDX-License-Identifier: Apache-2.0

/// A provider that signs people in: its name in tokens, and the address where it is asked.
public struct SignInProvider: Sendable, Equatable {
  /// The name that stands in tokens as `iss`, and in a client's secret as `aud`.
  public let issuer: String
  /// The address that every path is added to; mostly the issuer.
  public let address: String

  /// A provider at an address, with no slash at the end. Nil is an issuer that is the address.
  public init(address: String, issuer: String? = nil) {
    self.address = address
    self.issuer = issuer ?? address
  }

  /// Apple's provider.
  public static let apple = SignInProvider(address: "https://appleid.apple.com")

  package var authorize: String { address + "/auth/authorize" }
  package var token: String { address + "/auth/token" }
  package var revoke: String { address + "/auth/revoke" }
  package var keys: String { address + "/auth/keys" }
}
