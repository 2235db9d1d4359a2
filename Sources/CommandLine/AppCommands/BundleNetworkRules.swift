// SPDX-License-Identifier: Apache-2.0
import AppBundles
import AppModel
import CommandExecution
import NetworkAccess
import PrivacyDeclarations
import PropertyLists
import ProxyRules

/// What an installed bundle declares about its connections: all its manifests count.
enum BundleNetworkRules {
  static func read(
    _ path: String, _ info: [String: PropertyListValue]
  ) throws(CommandFailure) -> NetworkRules {
    var trackers: Set<String> = []
    let bundle = try OpenBundle(path)
    let tree = try bundle.checking { () throws(BundleDefect) in try BundleTree(of: bundle.folder) }
    for node in tree.nodes where node.path.split(separator: "/").last.map(String.init) == PrivacyManifest.file {
      // What cannot be read cannot be held to: the app is not started.
      guard let bytes = try bundle.contents(of: node.path) else { continue }
      trackers.formUnion(PrivacyManifest.read(bytes.span).manifest?.domains ?? [])
    }
    return NetworkRules(trackers: trackers, security: TransportSecurity(info))
  }
}
