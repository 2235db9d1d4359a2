// SPDX-License-Identifier: Apache-2.0
import CLinux

/// The heaps of the C library, from which memory comes that holds no secrets.
package enum Heaps {
  private static let keptFree: Int32 = 256 << 10

  /// Has all threads share two heaps. Otherwise each would have one of its own, and keep what it once took. What is
  /// free at the end of a heap goes back to the kernel. For servers of many threads, to be called before the first of
  /// them starts.
  package static func share() { clinux_share_heaps(2, keptFree) }

  /// Gives all whole pages that are free to the kernel, wherever in the heaps they lie. Takes as long as the heaps are large.
  package static func trim() { clinux_trim_heaps() }
}
