// SPDX-License-Identifier: Apache-2.0
import CSeccomp
import Glibc

/// A filter under which each call that opens a file waits for an answer, and every other call works as always.
package enum OpenCallFilter {
  private static let calls = ["open", "openat", "openat2"]

  /// The filter's instructions in the kernel's own form, for `ChildPlan`.
  package static func instructions() throws(SystemCallFilterError) -> [UInt64] {
    guard let filter = unsafe seccomp_init(SCMP_ACT_ALLOW) else {
      throw SystemCallFilterError(step: .create, code: ENOMEM)
    }
    defer { unsafe seccomp_release(filter) }
    // Calls of another architecture are not seen: what they may not open is not in their sandbox.
    let otherArchitectures = unsafe seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ALLOW)
    guard otherArchitectures == 0 else { throw SystemCallFilterError(step: .attribute, code: -otherArchitectures) }
    for name in calls {
      let number = unsafe seccomp_syscall_resolve_name(name)
      // An architecture may do without the older ones.
      guard number != __NR_SCMP_ERROR, number >= 0 else { continue }
      let result = unsafe seccomp_rule_add_array(filter, SCMP_ACT_NOTIFY, number, 0, nil)
      guard result == 0 else { throw SystemCallFilterError(step: .name(name), code: -result) }
    }
    return unsafe try FilterExport.instructions(of: filter)
  }
}
