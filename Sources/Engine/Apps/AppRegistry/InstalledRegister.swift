// SPDX-License-Identifier: Apache-2.0
package import AppModel

/// The installed apps, and the owner of each name.
package struct InstalledRegister: Sendable, Equatable {
  package internal(set) var authorities: [[UInt8]] = []
  package internal(set) var apps: [String: InstalledApp] = [:]
  /// Identifiers of apps that were removed and whose data was kept.
  package internal(set) var kept: [String: Publisher] = [:]
  /// Groups of apps (`group.`), which bear no publisher's prefix.
  package internal(set) var groups: [String: Publisher] = [:]
  /// The vendor identifiers: sixteen bytes for each vendor that has an app here.
  package internal(set) var vendors: [Vendor: [UInt8]] = [:]

  /// Publishers whose signatures count no more.
  package internal(set) var revoked: Set<Publisher> = []

  package init() {}

  mutating func install(_ app: InstalledApp, vendor: [UInt8]) throws(InstalledAppsError) {
    let publisher = app.requirement.publisher
    if let known = spelling(of: app.identifier), known != app.identifier { throw .spelledOtherwise(known) }
    let owner = apps[app.identifier]?.requirement.publisher ?? kept[app.identifier]
    guard owner.map({ $0 == publisher }) ?? true else { throw .otherPublisher(app.identifier) }
    for group in app.sharedGroups {
      guard groups[group].map({ $0 == publisher }) ?? true else { throw .groupTaken(group) }
      groups[group] = publisher
    }
    kept[app.identifier] = nil
    apps[app.identifier] = app
    if vendors[Vendor(app.requirement)] == nil { vendors[Vendor(app.requirement)] = vendor }
  }

  /// The identifier as the app has it that is here, or whose data is: capitals do not make another app.
  func spelling(of identifier: String) -> String? {
    if apps[identifier] != nil || kept[identifier] != nil { return identifier }
    return (Array(apps.keys) + kept.keys).first { AppDescription.areEqual($0, identifier) }
  }

  mutating func remove(_ identifier: String, _ data: DataFate) throws(InstalledAppsError) {
    if let app = apps.removeValue(forKey: identifier) {
      let publisher = app.requirement.publisher
      if data == .kept { kept[identifier] = publisher }
      freeGroups(of: app, data)
      let vendor = Vendor(app.requirement)
      guard !apps.values.contains(where: { Vendor($0.requirement) == vendor }) else { return }
      vendors[vendor] = nil
    } else if data == .removed, kept[identifier] != nil {
      kept[identifier] = nil
    } else {
      throw .notInstalled
    }
  }

  func holds(_ group: String) -> Bool {
    groups[group] != nil || apps.values.contains { $0.entitlements.accessGroups.contains(group) }
      || kept.contains { CodeRequirement(identifier: $0.key, publisher: $0.value).applicationIdentifier == group }
  }

  private mutating func freeGroups(of app: InstalledApp, _ data: DataFate) {
    guard data == .removed else { return }
    let used = Set(apps.values.flatMap(\.sharedGroups))
    for group in app.sharedGroups where !used.contains(group) { groups[group] = nil }
  }
}

extension InstalledApp {
  /// The app's groups that bear no publisher's prefix.
  package var sharedGroups: [String] { entitlements.sharingGroups.filter { $0.utf8.starts(with: "group.".utf8) } }
}
