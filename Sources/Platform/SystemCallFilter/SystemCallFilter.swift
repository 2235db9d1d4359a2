// SPDX-License-Identifier: Apache-2.0
import CSeccomp
import Glibc

/// The calls a process may still make; any other kills it at once.
///
/// There is no way back and no exception at run time: what the process needs open must be open before.
package enum SystemCallFilter {
  /// Confines every thread of this process and all it will start.
  package static func enter(allowing calls: [AllowedCall]) throws(SystemCallFilterError) {
    guard let filter = unsafe seccomp_init(SCMP_ACT_KILL_PROCESS) else {
      throw SystemCallFilterError(step: .create, code: ENOMEM)
    }
    defer { unsafe seccomp_release(filter) }
    for call in calls { try unsafe allow(call, in: filter) }
    let everyThread = unsafe seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1)
    guard everyThread == 0 else { throw SystemCallFilterError(step: .attribute, code: -everyThread) }
    let loaded = unsafe seccomp_load(filter)
    guard loaded == 0 else { throw SystemCallFilterError(step: .load, code: -loaded) }
  }

  private static func allow(_ call: AllowedCall, in filter: scmp_filter_ctx) throws(SystemCallFilterError) {
    let number = unsafe seccomp_syscall_resolve_name(call.name)
    guard number != __NR_SCMP_ERROR else { throw SystemCallFilterError(step: .name(call.name), code: ENOSYS) }
    let conditions = call.withoutExecution.map { argument in
      scmp_arg_cmp(arg: UInt32(argument), op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(PROT_EXEC), datum_b: 0)
    }
    let result = unsafe seccomp_rule_add_array(
      filter, SCMP_ACT_ALLOW, number, UInt32(conditions.count), conditions)
    guard result == 0 else { throw SystemCallFilterError(step: .name(call.name), code: -result) }
  }
}

/// A call by its manual page name.
package struct AllowedCall: Sendable, ExpressibleByStringLiteral {
  let name: String
  /// Arguments that are memory protections and may not ask for executable memory.
  let withoutExecution: [Int]

  package init(stringLiteral name: String) {
    self.name = name
    withoutExecution = []
  }

  private init(_ name: String, withoutExecution argument: Int) {
    self.name = name
    withoutExecution = [argument]
  }

  /// Maps memory that holds no code.
  package static let mapData = AllowedCall("mmap", withoutExecution: 2)
  /// Changes memory to anything but code.
  package static let protectData = AllowedCall("mprotect", withoutExecution: 2)
}

/// The kernel or the library refused the filter: the process is not confined.
package struct SystemCallFilterError: Error, Equatable, Sendable {
  package enum Step: Equatable, Sendable { case create, name(String), attribute, load }

  package let step: Step
  package let code: Int32

  package init(step: Step, code: Int32) {
    self.step = step
    self.code = code
  }
}
