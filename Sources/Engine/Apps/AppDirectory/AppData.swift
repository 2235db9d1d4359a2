// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppRegistry
package import KeychainModel
package import KeychainStore

/// The items of the keychain that an installed app has to itself.
package struct AppData: Sendable {
  private let store: KeychainStore
  private let launches: LaunchedApps
  private let apps: KnownApps

  package init(_ store: KeychainStore, _ launches: LaunchedApps, _ apps: KnownApps) {
    (self.store, self.launches, self.apps) = (store, launches, apps)
  }

  package func itemCount(of identifier: String) throws(KeychainStatus) -> UInt32 {
    var count = 0
    for group in try groups(of: identifier) { count += try store.itemCount(in: group) }
    return UInt32(clamping: count)
  }

  /// The app is ended first: it could put everything back.
  package func erase(_ identifier: String) throws(KeychainStatus) {
    let groups = try groups(of: identifier)
    try launches.end(identifier) { () throws(KeychainStatus) in
      for group in groups { try store.removeItems(of: group) }
    }
  }

  private func groups(of identifier: String) throws(KeychainStatus) -> [String] {
    guard let app = apps.installed?.app(identifier) else { throw .itemNotFound }
    return app.ownGroups
  }
}
