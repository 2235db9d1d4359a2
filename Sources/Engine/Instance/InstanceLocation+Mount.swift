// SPDX-License-Identifier: Apache-2.0
import Files
package import InstanceLayout
import OwnProcess

extension InstanceLocation {
  /// The path of the protected files, as mounts are listed; nil where nothing is mounted there: below such a path nothing would
  /// be protected.
  package func mountedPath() throws(InstanceError) -> String? {
    let path = try InstanceFolder(existing: self).configuration().mount ?? defaultMount
    let canonical = Environment.canonicalPath(path) ?? path
    guard let table = try? MountTable.current(), table.entry(at: canonical)?.type.hasPrefix("fuse") == true else {
      return nil
    }
    return canonical
  }
}
