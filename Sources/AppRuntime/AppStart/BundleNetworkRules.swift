// SPDX-License-Identifier: Apache-2.0
import AppBundles
import AppModel
import Glibc
import LinuxSystem
import NetworkAccess
import PrivacyDeclarations
import PropertyLists
import ProxyRules

/// What an installed bundle declares about its connections: all its manifests count.
enum BundleNetworkRules {
  static func read(
    _ path: String, _ info: [String: PropertyListValue]
  ) throws(StartFailure) -> NetworkRules {
    var trackers: Set<String> = []
    let bundle: FileDescriptor
    do { bundle = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY) } catch { throw .file(path, error) }
    do throws(BundleDefect) {
      for node in try BundleTree(of: bundle).nodes
      where node.path.split(separator: "/").last.map(String.init) == PrivacyManifest.file {
        // What cannot be read cannot be held to: the app is not started.
        guard let bytes = try BundleSeal.contents(of: node.path, in: bundle, atMost: PropertyListLimits.bytes) else {
          continue
        }
        trackers.formUnion(PrivacyManifest.read(bytes.span).manifest?.domains ?? [])
      }
    } catch {
      throw .bundle(path, error)
    }
    return NetworkRules(trackers: trackers, security: TransportSecurity(info))
  }
}
