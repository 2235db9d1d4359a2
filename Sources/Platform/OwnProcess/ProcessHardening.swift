// SPDX-License-Identifier: Apache-2.0
import CLinux
package import SystemCalls

/// Restrictions that a process which holds keys puts on itself.
package enum ProcessHardening {
  /// No core dump, and no other process of the same user may trace it or read its memory.
  package static func refuseCoreDumps() throws(SystemError) {
    _ = try retrying(.prctl) { clinux_refuse_core_dumps() }
  }

  /// The same while the body runs. Before and after, others can see what program this is, and cannot look into it
  /// meanwhile.
  package static func whileHidden<Result>(_ body: () -> Result) -> Result {
    _ = clinux_set_dumpable(0)
    defer { _ = clinux_set_dumpable(1) }
    return body()
  }

  /// A capability of `capabilities(7)`, by its number.
  package enum Capability: UInt64, Sendable {
    case changeOwners = 0, overrideAccess = 1, readEverything = 2, actAsOwner = 3, keepIdentityBits = 4
    /// The capability to lock more memory than the limit says.
    case lockMemory = 14
    /// The capability to see which program a process with more capabilities runs.
    case inspectProcesses = 19
    /// The capability to mount.
    case administer = 21
    case makeDevices = 27
  }

  /// Gives up every other capability for good, for this thread and those it starts. A process that is not root's
  /// has none.
  package static func keep(_ capabilities: Set<Capability>) throws(SystemError) {
    let bits = capabilities.reduce(UInt64(0)) { $0 | 1 << $1.rawValue }
    _ = try retrying(.capset) { clinux_keep_capabilities(bits) }
  }

  /// Confines this thread, and every process it starts: it reaches no abstract socket that others listen on, and
  /// signals nobody else. Throws EOPNOTSUPP or ENOSYS before Linux 6.12, or where Landlock is off.
  package static func scopeSocketsAndSignals() throws(SystemError) {
    _ = try retrying(.prctl) { clinux_scope_sockets_and_signals() }
  }

  /// Keeps every page out of swap from now on, where the limits leave room for `reserve` bytes more. Returns whether it
  /// does.
  ///
  /// Secrets are in locked pages of their own anyway; this also covers stacks and the libraries' scratch memory.
  package static func lockMemory(reserve: Int) -> Outcome {
    clinux_lock_memory(reserve) == 0 ? .locked : .notPermitted
  }

  package enum Outcome: Sendable { case locked, notPermitted }
}
