// SPDX-License-Identifier: Apache-2.0
import CSeccomp
import Glibc

/// Filters for a program that somebody else starts: as the kernel takes them, written to a file or a pipe.
package enum SystemCallProgram {
  /// Any other call than these fails with ENOSYS, as on a kernel without it, so that programs do without.
  /// Names that the library does not know are left out: a kernel may have them, and the program does not.
  package static func write(allowing names: [String], to descriptor: Int32) throws(SystemCallFilterError) {
    try unsafe write(otherwise: errno(ENOSYS), to: descriptor) { (filter) throws(SystemCallFilterError) in
      for name in names {
        let number = unsafe seccomp_syscall_resolve_name(name)
        guard number != __NR_SCMP_ERROR else { continue }
        try check(unsafe seccomp_rule_add_array(filter, allow, number, 0, nil), name)
      }
    }
  }

  /// Writes a filter under which these calls fail, whatever else is allowed.
  package static func write(refusing calls: [RefusedCall], to descriptor: Int32) throws(SystemCallFilterError) {
    try unsafe write(otherwise: allow, to: descriptor) { (filter) throws(SystemCallFilterError) in
      for call in calls {
        let number = unsafe seccomp_syscall_resolve_name(call.name)
        guard number != __NR_SCMP_ERROR else { continue }
        try check(
          unsafe seccomp_rule_add_array(
            filter, errno(call.code), number, UInt32(call.conditions.count), call.conditions), call.name)
      }
    }
  }

  private static let allow: UInt32 = 0x7FFF_0000
  private static func errno(_ code: Int32) -> UInt32 { 0x0005_0000 | UInt32(code) }

  private static func check(_ result: Int32, _ name: String) throws(SystemCallFilterError) {
    guard result == 0 else { throw SystemCallFilterError(step: .name(name), code: -result) }
  }

  private static func write(
    otherwise action: UInt32, to descriptor: Int32, _ body: (scmp_filter_ctx) throws(SystemCallFilterError) -> Void
  ) throws(SystemCallFilterError) {
    guard let filter = unsafe seccomp_init(action) else { throw SystemCallFilterError(step: .create, code: ENOMEM) }
    defer { unsafe seccomp_release(filter) }
    // A search by halves: the filter is asked at each call of the app.
    unsafe seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2)
    try unsafe body(filter)
    let written = unsafe seccomp_export_bpf(filter, descriptor)
    guard written == 0 else { throw SystemCallFilterError(step: .load, code: -written) }
  }
}

/// A call that fails where an argument is such. The kernel looks at the lower 32 bits of these arguments, and so do the
/// conditions: upper bits that differ change nothing.
package struct RefusedCall: Sendable {
  let name: String
  let code: Int32
  let conditions: [scmp_arg_cmp]

  /// Whatever its arguments are.
  package init(_ name: String, failingWith code: Int32) {
    self.name = name
    self.code = code
    conditions = []
  }

  /// Refuses a call where an argument is this value in the bits of the mask.
  package init(_ name: String, argument: Int, mask: UInt32 = .max, is value: UInt32, failingWith code: Int32) {
    self.name = name
    self.code = code
    conditions = [
      scmp_arg_cmp(
        arg: UInt32(argument), op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(mask), datum_b: UInt64(value))
    ]
  }

  /// Refuses a call where an argument is this value or a greater one, upper bits included.
  package init(_ name: String, argument: Int, isAtLeast value: UInt64, failingWith code: Int32) {
    self.name = name
    self.code = code
    conditions = [scmp_arg_cmp(arg: UInt32(argument), op: SCMP_CMP_GE, datum_a: value, datum_b: 0)]
  }
}
