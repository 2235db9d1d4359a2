// SPDX-License-Identifier: Apache-2.0
import CSeccomp
import Glibc

/// A filter under which each call that is not allowed waits for whoever names it, and so do those that look at paths and
/// addresses. Where nobody listens, such a call fails: nothing is allowed by looking at it.
package enum TraceFilter {
  /// Calls that name a file.
  static let paths: Set<String> = [
    "open", "openat", "openat2", "stat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2",
    "readlink",
    "readlinkat",
  ]
  static let watched = paths.union(["connect", "bind", "execve", "socket"])

  private static let allow: UInt32 = 0x7FFF_0000

  /// `families` are those of sockets that need no answer.
  package static func instructions(
    allowing names: [String], families: [UInt32]
  ) throws(SystemCallFilterError) -> [UInt64] {
    guard let filter = unsafe seccomp_init(SCMP_ACT_NOTIFY) else {
      throw SystemCallFilterError(step: .create, code: ENOMEM)
    }
    defer { unsafe seccomp_release(filter) }
    unsafe seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2)
    for name in names where !watched.contains(name) { try unsafe rule(name, [], in: filter) }
    for family in families {
      // The kernel looks at the lower 32 bits.
      let condition = scmp_arg_cmp(
        arg: 0, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(UInt32.max), datum_b: UInt64(family))
      try unsafe rule("socket", [condition], in: filter)
    }
    // Whoever starts the program sends the listener.
    return unsafe try FilterExport.instructions(of: filter)
  }

  private static func rule(
    _ name: String, _ conditions: [scmp_arg_cmp], in filter: scmp_filter_ctx
  ) throws(SystemCallFilterError) {
    let number = unsafe seccomp_syscall_resolve_name(name)
    guard number != __NR_SCMP_ERROR, number >= 0 else { return }
    let result = unsafe seccomp_rule_add_array(filter, allow, number, UInt32(conditions.count), conditions)
    guard result == 0 else { throw SystemCallFilterError(step: .name(name), code: -result) }
  }
}
