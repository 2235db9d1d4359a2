// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Whether a change to a file also takes its special rights away, as `write(2)` and `chown(2)` demand.
///
/// The kernel decides (`FUSE_HANDLE_KILLPRIV_V2`): it asks for `clear` on an opening with `O_TRUNC`, a write or a
/// change of size by a caller without `CAP_FSETID`, and on every change of a file's owner. A kernel before 5.12
/// sends a change of mode instead, and never asks.
package enum PrivilegeBits: Sendable {
  case keep, clear

  /// The mode a regular file of this mode has afterwards: without set-user-id, and without set-group-id where the
  /// group may execute it (without that right the bit means mandatory locking).
  package func applied(to mode: UInt32) -> UInt32 {
    guard self == .clear else { return mode }
    let groupBit = mode & S_IXGRP != 0 ? S_ISGID : 0
    return mode & ~(S_ISUID | groupBit)
  }
}
