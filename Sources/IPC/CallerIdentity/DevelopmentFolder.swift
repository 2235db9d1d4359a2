// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import OwnProcess
import SystemCalls

/// A folder whose programs are to be known as one app, while they are being developed.
package struct DevelopmentFolder: Sendable, Equatable {
  /// Canonical, with a slash at the end.
  package let path: [UInt8]

  /// Opens a folder that nobody but this user and root can write to, on a disk of this machine.
  package init(at path: String) throws(ExecutableFailure) {
    do throws(SystemError) {
      guard let real = Environment.canonicalPath(path), real != "/" else { throw SystemError(.open, code: ENOENT) }
      let folder = try FileDescriptor.open(real, O_RDONLY | O_DIRECTORY)
      let status = try folder.status()
      guard status.st_mode & 0o022 == 0, status.st_uid == getuid() || status.st_uid == 0 else {
        throw SystemError(.open, code: EPERM)
      }
      guard try folder.provider() == .kernel else { throw SystemError(.open, code: EXDEV) }
      self.path = Array((real + "/").utf8)
    } catch {
      throw error.code == EXDEV ? .served : .unreadable(error)
    }
  }
}
