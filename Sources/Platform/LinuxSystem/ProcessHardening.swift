// SPDX-License-Identifier: Apache-2.0
import CLinux

/// What a process that holds keys gives up.
package enum ProcessHardening {
  /// No core dump, and no other process of the same user may trace it or read its memory.
  package static func refuseCoreDumps() throws(SystemError) {
    _ = try retrying(.prctl) { clinux_refuse_core_dumps() }
  }

  /// The same for as long as the body takes: others can see what program this is before and after, and not look into it
  /// meanwhile.
  package static func whileHidden<Result>(_ body: () -> Result) -> Result {
    _ = clinux_set_dumpable(0)
    defer { _ = clinux_set_dumpable(1) }
    return body()
  }

  /// Keeps every page out of swap from now on, where the limits leave room for `reserve` bytes more; whether it does.
  ///
  /// Secrets are in locked pages of their own anyway; this also covers stacks and the libraries' scratch memory.
  package static func lockMemory(reserve: Int) -> Outcome {
    clinux_lock_memory(reserve) == 0 ? .locked : .notPermitted
  }

  package enum Outcome: Sendable { case locked, notPermitted }
}
