// SPDX-License-Identifier: Apache-2.0
import CLinux
package import SystemCalls

/// The provider that answers reads of a file.
package enum FileProvider: Sendable {
  case kernel
  /// A program (FUSE), or another machine (NFS, CIFS, 9P and so on). It may give each reader other contents.
  case other
}

extension FileDescriptor {
  package func provider() throws(SystemError) -> FileProvider {
    let raw = raw
    return try retrying(.statvfs) { clinux_is_served(raw) } == 0 ? .kernel : .other
  }
}
