// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import ProtectionModel
import SystemCalls

// MARK: - Calls by path

extension MountedFiles {
  func stat(_ name: String) throws(SystemError) -> stat {
    try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY).status(of: name)
  }

  /// truncate(2): without an opening.
  func truncate(_ name: String, to size: Int) -> Int32 {
    unsafe Glibc.truncate(self(name), off_t(size)) == 0 ? 0 : errno
  }

  func makeFolderWhileLocked() throws { try makeFolder("b", .completeUnlessOpen) }
}
