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
    let number = unsafe call.number ?? seccomp_syscall_resolve_name(call.name)
    guard number != __NR_SCMP_ERROR else { throw SystemCallFilterError(step: .name(call.name), code: ENOSYS) }
    let conditions = call.conditions.map { condition in
      scmp_arg_cmp(
        arg: UInt32(condition.argument), op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(condition.mask),
        datum_b: UInt64(condition.value))
    }
    let result = unsafe seccomp_rule_add_array(
      filter, SCMP_ACT_ALLOW, number, UInt32(conditions.count), conditions)
    guard result == 0 else { throw SystemCallFilterError(step: .name(call.name), code: -result) }
  }
}

/// A call by its manual page name.
package struct AllowedCall: Sendable, ExpressibleByStringLiteral {
  /// What an argument must be in the bits of the mask.
  struct Condition: Sendable {
    let argument: Int
    let mask: UInt32
    let value: UInt32
  }

  let name: String
  /// Of a call that is younger than the library; the same on every architecture. Nil: the library knows it.
  let number: Int32?
  let conditions: [Condition]

  package init(stringLiteral name: String) { self.init(name, []) }

  private init(_ name: String, number: Int32? = nil, _ conditions: [Condition]) {
    self.name = name
    self.number = number
    self.conditions = conditions
  }

  private static func withoutExecution(_ name: String, _ argument: Int) -> AllowedCall {
    AllowedCall(name, [Condition(argument: argument, mask: UInt32(PROT_EXEC), value: 0)])
  }

  /// Maps memory that holds no code.
  package static let mapData = withoutExecution("mmap", 2)
  /// Changes memory to anything but code.
  package static let protectData = withoutExecution("mprotect", 2)

  /// Extended attributes of entries of a folder, by the calls of Linux 6.13.
  package static let attributesOfEntries: [AllowedCall] = [
    AllowedCall("setxattrat", number: 463, []), AllowedCall("getxattrat", number: 464, []),
    AllowedCall("listxattrat", number: 465, []), AllowedCall("removexattrat", number: 466, []),
  ]

  /// `quotactl_fd` with `Q_XGETQSTAT` for users: whether there are quotas.
  package static let askForQuotas = AllowedCall(
    "quotactl_fd", number: 443, [Condition(argument: 1, mask: .max, value: 0x58_0500)])

  /// `IORING_REGISTER_ENABLE_RINGS`: starts a ring that is restricted already, and makes none.
  package static let enableRings = AllowedCall("io_uring_register", [Condition(argument: 1, mask: .max, value: 12)])

  /// What a namespace belongs to: `SIOCGSKNS`, `NS_GET_USERNS` and `NS_GET_PARENT`.
  package static let lookAtNamespaces = [0x894C, 0xB701, 0xB702].map { request in
    AllowedCall("ioctl", [Condition(argument: 1, mask: .max, value: request)])
  }
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
