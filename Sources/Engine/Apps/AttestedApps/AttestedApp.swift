// SPDX-License-Identifier: Apache-2.0
package import AppAttest
package import AppModel
import PropertyLists

/// The attested properties of an app: what its signature proved when it was installed, and nothing that it says of
/// itself.
package struct AttestedApp: Sendable, Equatable {
  /// The publisher's prefix and the bundle's identifier.
  package let appID: String
  package let category: UInt32
  /// The bundle's version; nil where its `Info.plist` has none that can be stated.
  package let bundleVersion: String?
  /// The environment in which an organisation's issuer vouches for it. What no publisher signed is development, and a publisher's app
  /// is where its entitlement says so.
  package let environment: AppEnvironment

  private static let environmentKey = "com.apple.developer.devicecheck.appattest-environment"

  /// The categories of code as `CS_VALIDATION_CATEGORY_*` numbers them.
  private enum Category {
    /// Under development: what `bailey run --package` built and signed.
    static let development: UInt32 = 3
    static let developer: UInt32 = 6
    static let local: UInt32 = 7
  }
  /// The mark in `Info.plist` of what `bailey run --package` signs.
  private static let trialMark = "BaileyTrial"
  private static let longestVersion = 64

  package init(_ app: InstalledApp) {
    appID = app.requirement.applicationIdentifier
    let isTrial = app.description.values[Self.trialMark]?.boolean == true
    category =
      app.requirement.publisher != .adHoc ? Category.developer : isTrial ? Category.development : Category.local
    let isDevelopment = app.entitlements.values[Self.environmentKey]?.string == AppEnvironment.development.rawValue
    environment = category != Category.developer || isDevelopment ? .development : .production
    let version = app.description.values["CFBundleVersion"]?.string
    bundleVersion = version.flatMap { (1...Self.longestVersion).contains($0.utf8.count) ? $0 : nil }
  }

  var launch: LaunchData { LaunchData(category: category, bundleVersion: bundleVersion) }
}
