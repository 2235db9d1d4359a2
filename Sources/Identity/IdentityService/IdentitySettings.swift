// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
package import SignInRules

/// How a provider behaves.
package struct IdentitySettings: Sendable, Equatable {
  /// What its tokens say of where they come from.
  package var issuer: String
  /// The address at which browsers and sites reach the provider, without a slash at the end.
  package var address: String
  /// What people call it.
  package var name: String
  /// How `email_verified` is written: Apple's tokens have both.
  package var claimForm = ClaimForm.strings
  package var refreshLimit = RefreshLimit.daily
  package var passwordCost = Argon2id.Parameters.recommended
  /// The seconds by which a client's clock may be ahead.
  package var clockTolerance = 10

  /// The servers to which notifications are sent.
  package var reach = EndpointRules.Reach.publicNetwork
  /// A file of certificates by which those are trusted, instead of the system's.
  package var endpointAuthorities: String?
  package var notificationRetry = NotificationRetry.growing
  package var forwardedAddresses = ForwardedAddresses.ignored

  /// Whether the proxy in front says from where somebody asks (`X-Forwarded-For`), so that wrong passwords cost time per network.
  package enum ForwardedAddresses: String, Sendable, CaseIterable { case ignored, trusted }
  /// Whether a notification that was not taken is sent again.
  package enum NotificationRetry: String, Sendable, CaseIterable { case growing, none }
  package enum ClaimForm: String, Sendable, CaseIterable { case strings, booleans }
  /// How often a refresh token may be used.
  package enum RefreshLimit: String, Sendable, CaseIterable { case daily, none }

  package init(issuer: String, address: String, name: String) {
    (self.issuer, self.address, self.name) = (issuer, address, name)
  }

  /// What is wrong with issuer and address; nil where both may be used.
  package var defect: Defect? {
    guard let host = Self.host(of: address), Self.host(of: issuer) != nil else { return .notAnAddress }
    let isLocal = host == "127.0.0.1" || host == "localhost"
    if !address.hasPrefix("https://"), !isLocal { return .notHTTPS }
    // Whoever says to be another issuer does so to this machine alone.
    if issuer != address, !isLocal { return .foreignIssuer }
    return nil
  }

  package enum Defect: String, Error, Sendable { case notAnAddress, notHTTPS, foreignIssuer }

  /// Host and port as they stand in a request's `Host`; nil for what is no address of a server.
  package var authority: String { Self.authority(of: address) ?? "" }

  var usesTLS: Bool { address.hasPrefix("https://") }

  private static func host(of address: String) -> String? {
    authority(of: address)?.split(separator: ":").first.map(String.init)
  }

  private static func authority(of address: String) -> String? {
    guard address.hasPrefix("https://") || address.hasPrefix("http://"),
      let slash = address.firstRange(of: "://")
    else { return nil }
    let authority = address[slash.upperBound...]
    let isPlain = authority.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || "-.:".utf8.contains(byte)
    }
    return authority.isEmpty || !isPlain ? nil : String(authority)
  }
}
