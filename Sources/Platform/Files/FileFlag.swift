// SPDX-License-Identifier: Apache-2.0
import CLinux
package import SystemCalls

/// Inode flags, as `chattr(1)` sets them.
package enum FileFlag: Sendable {
  /// Nobody, root included, can change the file, or what a folder holds.
  case immutable
}

extension FileDescriptor {
  /// Sets a flag where the file system has it and this process may. Failure is ignored: the flag is a second line of
  /// defence.
  package func setFlag(_ flag: FileFlag) { _ = clinux_set_immutable(raw, 1) }

  package func clearFlag(_ flag: FileFlag) { _ = clinux_set_immutable(raw, 0) }
}
