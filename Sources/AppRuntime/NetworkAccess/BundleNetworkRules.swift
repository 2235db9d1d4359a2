// SPDX-License-Identifier: Apache-2.0
package import AppBundles
import Glibc
import PrivacyDeclarations
package import Processes
package import PropertyLists
package import ProxyRules
import SystemCalls

extension NetworkRules {
  /// Reads the declarations of an installed bundle about its connections: all its manifests count, and the `Info.plist`
  /// of what is to run, the app or one of its extensions.
  package init(of bundle: MountSource, _ info: [String: PropertyListValue]) throws(BundleDefect) {
    var trackers: Set<String> = []
    let folder: FileDescriptor
    do { folder = try bundle.reopened() } catch { throw .system(path: "", error) }
    for node in try BundleTree(of: folder).nodes
    where node.path.split(separator: "/").last.map(String.init) == PrivacyManifest.file {
      // What cannot be read cannot be held to: nothing is started.
      guard let bytes = try BundleSeal.contents(of: node.path, in: folder, atMost: PropertyListLimits.bytes) else {
        continue
      }
      // A manifest that is no list names no host, as one that is not there.
      trackers.formUnion((try? PrivacyManifest.read(bytes.span).manifest.domains) ?? [])
    }
    self.init(domains: trackers, security: TransportSecurity(info))
  }
}
