// SPDX-License-Identifier: Apache-2.0
import CLinux

/// Where the memory that is not secret comes from.
package enum Heaps {
  private static let spare: Int32 = 256 << 10

  /// Has threads share two heaps, where each would have one to itself and keep what it once took; what is free at the
  /// end of one goes back to the kernel. For servers of many threads, before the first of them.
  package static func share() { clinux_share_heaps(2, spare) }
}
