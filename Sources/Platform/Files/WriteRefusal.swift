// SPDX-License-Identifier: Apache-2.0
import CLinux
package import SystemCalls

/// While it holds, nobody has written to a file since it was made, and nobody could write to it then: no descriptor was open for
/// writing, and no shared mapping was left of one. A lease (`fcntl(2)`, `F_SETLEASE`), on a file system that notes later writes.
///
/// Whoever opens the file for writing meanwhile waits until this ends.
package struct WriteRefusal: ~Copyable {
  private let raw: Int32
  private let isMade: Bool

  /// Refuses writers by a lease. It fails where somebody can write to the file already, it belongs to another user, or
  /// its file system has no leases. It must end before the descriptor does.
  package init(of file: borrowing FileDescriptor) {
    raw = file.raw
    isMade = file.notesWrites && clinux_refuse_writes(raw) == 0
  }

  /// Whether the refusal holds, and nobody has tried to open the file for writing.
  package var holds: Bool { isMade && clinux_writes_are_refused(raw) == 1 }

  deinit { if isMade { clinux_allow_writes(raw) } }
}

extension FileDescriptor {
  /// Whether the file system gives a file another time of change with the first write through any descriptor or mapping that was
  /// made for writing. In memory (tmpfs) and above another file system (overlay) mappings are written unseen.
  fileprivate var notesWrites: Bool { clinux_notes_writes(raw) == 1 }
}
