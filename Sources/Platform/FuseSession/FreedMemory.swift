// SPDX-License-Identifier: Apache-2.0
import CFuseChannel

/// Memory that this process has freed and the C library keeps, mostly in pieces of the size of a request's.
package enum FreedMemory {
  /// Gives it back to the kernel. Takes some milliseconds, in which requests may wait: to be called when much was freed.
  package static func giveBack() { cfuse_give_memory_back() }
}
