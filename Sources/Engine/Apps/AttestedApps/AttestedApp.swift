// SPDX-License-Identifier: Apache-2.0
import AppAttest
package import AppModel
import PropertyLists

/// The attested properties of an app: what its signature proved when it was installed, and nothing that it says of
/// itself.
package struct AttestedApp: Sendable, Equatable {
  /// The publisher's prefix and the bundle's identifier.
  package let appID: String
  package let category: UInt32
  /// Nil where its `Info.plist` has none that can be stated.
  package let bundleVersion: String?

  /// The categories of code as `CS_VALIDATION_CATEGORY_*` numbers them.
  private enum Category {
    static let developer: UInt32 = 6
    static let local: UInt32 = 7
  }
  private static let longestVersion = 64

  package init(_ app: InstalledApp) {
    appID = app.requirement.applicationIdentifier
    category = app.requirement.publisher == .adHoc ? Category.local : Category.developer
    let version = app.description.values["CFBundleVersion"]?.string
    bundleVersion = version.flatMap { (1...Self.longestVersion).contains($0.utf8.count) ? $0 : nil }
  }

  var launch: LaunchData { LaunchData(category: category, bundleVersion: bundleVersion) }
}
