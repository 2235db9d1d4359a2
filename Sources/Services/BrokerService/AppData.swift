// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppRegistry
import BrokerMessages
import ConsentModel
import KeychainModel
import KeychainStore

/// What an installed app has in the keychain, and nobody else.
struct AppData {
  let store: KeychainStore
  let launches: LaunchedApps

  func itemCount(of identifier: String, _ apps: KnownApps) -> Result<UInt32, BrokerRefusal> {
    Result { () throws(BrokerRefusal) in
      do throws(KeychainStatus) {
        var count = 0
        for group in try groups(of: identifier, apps) { count += try store.itemCount(in: group) }
        return UInt32(clamping: count)
      } catch {
        throw .keychain(error)
      }
    }
  }

  /// The app is ended first: it could put everything back.
  func erase(_ identifier: String, _ apps: KnownApps) -> Result<Void, BrokerRefusal> {
    Result { () throws(BrokerRefusal) in
      let groups: [String]
      do throws(KeychainStatus) { groups = try self.groups(of: identifier, apps) } catch { throw .keychain(error) }
      launches.end(identifier)
      for group in groups { try BrokerService.removeItems(of: group, in: store) }
    }
  }

  private func groups(of identifier: String, _ apps: KnownApps) throws(KeychainStatus) -> [String] {
    guard let app = apps.installed?.app(identifier) else { throw .itemNotFound }
    return app.ownGroups
  }
}
