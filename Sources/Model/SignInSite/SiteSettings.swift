// SPDX-License-Identifier: Apache-2.0

/// The settings that a site was given when it was registered, and where people come back to.
public struct SiteSettings: Sendable, Equatable {
  /// The Services ID of the site.
  public var client: String
  /// The Team ID.
  public var team: String
  /// The identifier of the key, which is in the name of its file.
  public var keyID: String
  /// The address to which people are redirected, exactly as it was registered.
  public var redirect: String
  /// The provider that signs people in.
  public var provider: SignInProvider
  /// The identifier of the primary app, which notifications are for.
  public var app: String?
  /// The seconds by which the clocks of site and provider may differ.
  public var tolerance = 60

  /// The settings of a site; at Apple's provider where no other is named.
  public init(
    client: String, team: String, keyID: String, redirect: String, app: String? = nil,
    provider: SignInProvider = .apple
  ) {
    (self.client, self.team, self.keyID) = (client, team, keyID)
    (self.redirect, self.app, self.provider) = (redirect, app, provider)
  }
}
