// SPDX-License-Identifier: Apache-2.0
@unsafe @preconcurrency import Glibc

/// The stream that `print` writes to.
package enum StandardOutput {
  /// Has each line written when it ends, as on a terminal: what was printed before a crash would be lost otherwise. To be called
  /// before anything is printed.
  package static func flushLines() { _ = unsafe setvbuf(stdout, nil, _IOLBF, 0) }
}
