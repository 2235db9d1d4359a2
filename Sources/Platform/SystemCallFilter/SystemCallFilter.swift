// SPDX-License-Identifier: Apache-2.0
import CSeccomp
import Glibc

/// The calls a process may still make; any other kills it at once, or fails.
///
/// There is no way back and no exception at run time: what the process needs open must be open before.
package enum SystemCallFilter {
  /// Confines every thread of this process and all it will start.
  package static func enter(
    allowing calls: [AllowedCall], otherwise: Otherwise = .kills
  ) throws(SystemCallFilterError) {
    guard let filter = unsafe seccomp_init(otherwise.action) else {
      throw SystemCallFilterError(step: .create, code: ENOMEM)
    }
    defer { unsafe seccomp_release(filter) }
    for call in calls { try unsafe allow(call, in: filter) }
    if !calls.contains(where: { $0.name == newClone }) { try unsafe leaveOut(newClone, in: filter) }
    unsafe try load(filter)
  }

  /// The system call whose flags are in memory, where no filter can read: where it does not exist, the C library calls
  /// `clone`.
  private static let newClone = "clone3"

  private static func leaveOut(_ name: String, in filter: scmp_filter_ctx) throws(SystemCallFilterError) {
    let number = unsafe seccomp_syscall_resolve_name(name)
    // One that the library does not know is none of those that are allowed.
    guard number != __NR_SCMP_ERROR else { return }
    let result = unsafe seccomp_rule_add_array(filter, 0x0005_0000 | UInt32(ENOSYS), number, 0, nil)
    guard result == 0 else { throw SystemCallFilterError(step: .name(name), code: -result) }
  }

  /// Has these calls fail from now on, in every thread of this process and all that it will start; every other works as before.
  package static func refuse(_ calls: [RefusedCall]) throws(SystemCallFilterError) {
    guard let filter = unsafe seccomp_init(SCMP_ACT_ALLOW) else {
      throw SystemCallFilterError(step: .create, code: ENOMEM)
    }
    defer { unsafe seccomp_release(filter) }
    for call in calls {
      let number = unsafe seccomp_syscall_resolve_name(call.name)
      // One that the library does not know cannot be refused; older kernels do not have it either.
      guard number != __NR_SCMP_ERROR else { continue }
      let result = unsafe seccomp_rule_add_array(
        filter, 0x0005_0000 | UInt32(call.code), number, UInt32(call.conditions.count), call.conditions)
      guard result == 0 else { throw SystemCallFilterError(step: .name(call.name), code: -result) }
    }
    unsafe try load(filter)
  }

  private static func load(_ filter: scmp_filter_ctx) throws(SystemCallFilterError) {
    let everyThread = unsafe seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1)
    guard everyThread == 0 else { throw SystemCallFilterError(step: .attribute, code: -everyThread) }
    let loaded = unsafe seccomp_load(filter)
    guard loaded == 0 else { throw SystemCallFilterError(step: .load, code: -loaded) }
  }

  /// The treatment of any other call.
  package enum Otherwise: Sendable {
    case kills
    /// The call fails with EPERM: for a process in which libraries run of which nobody knows all calls.
    case fails

    fileprivate var action: UInt32 { self == .kills ? SCMP_ACT_KILL_PROCESS : 0x0005_0000 | UInt32(EPERM) }
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
  /// The condition on an argument's bits of the mask.
  struct Condition: Sendable {
    let argument: Int
    let mask: UInt32
    let value: UInt32
  }

  let name: String
  /// The number of a call that is younger than the library; the same on every architecture. Nil: the library knows it.
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

  /// Opens files and folders for reading alone.
  package static let openForReading = AllowedCall(
    "openat", [Condition(argument: 2, mask: UInt32(O_ACCMODE | O_CREAT | O_TRUNC), value: 0)])

  /// A family of sockets.
  package enum SocketFamily: UInt32, Sendable {
    case local = 1, internet = 2, internet6 = 10
    /// The family of the kernel's table of routes.
    case routing = 16
  }

  /// Makes sockets of a family: of streams and datagrams, or what the kernel has for its routes.
  package static func sockets(_ family: SocketFamily) -> AllowedCall {
    let family = Condition(argument: 0, mask: .max, value: family.rawValue)
    // Its protocol is NETLINK_ROUTE.
    guard family.value != SocketFamily.routing.rawValue else {
      return AllowedCall("socket", [family, Condition(argument: 2, mask: .max, value: 0)])
    }
    // SOCK_STREAM is 1 and SOCK_DGRAM 2; SOCK_RAW, 3, is refused to whoever has no right to it anyway.
    return AllowedCall("socket", [family, Condition(argument: 1, mask: 0xC, value: 0)])
  }

  /// Gives a socket of the kernel's routes its address, which alone has twelve bytes.
  package static let bindToRouting = AllowedCall("bind", [Condition(argument: 2, mask: .max, value: 12)])

  /// Makes threads of this process, and no other process: neither the flag of a thread may lack, nor one of a namespace be there.
  package static let makeThreads = AllowedCall("clone", [Condition(argument: 0, mask: 0x7E03_0000, value: 0x0001_0000)])

  /// Sends signals to threads of this process alone. To be asked for in the process that it is for.
  package static var signalThreads: AllowedCall {
    AllowedCall("tgkill", [Condition(argument: 0, mask: .max, value: UInt32(getpid()))])
  }

  /// Limits of this process alone, by the number 0.
  package static let ownLimits = AllowedCall("prlimit64", [Condition(argument: 0, mask: .max, value: 0)])

  /// Locks of records of a file, of processes and of openings; and leases.
  package static let fileLocks = [F_GETLK, F_SETLK, F_SETLKW, 36, 37, 38, 1024, 1025].map {
    AllowedCall("fcntl", [Condition(argument: 1, mask: .max, value: UInt32($0))])
  }

  /// Flags and copies of descriptors, and how much a pipe holds. Not whom the kernel sends signals to, nor which.
  package static let descriptorFlags = [
    F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, 1031, 1032,
  ].map { AllowedCall("fcntl", [Condition(argument: 1, mask: .max, value: UInt32($0))]) }

  /// How much there is to be read, whether it waits, and what interfaces there are: `FIONREAD`, `FIONBIO` and `SIOCGIF...`.
  package static let lookAtSockets = [
    0x541B, 0x5421, 0x8910, 0x8912, 0x8913, 0x8915, 0x891B, 0x8927, 0x8933,
  ].map { AllowedCall("ioctl", [Condition(argument: 1, mask: .max, value: $0)]) }

  /// `PR_SET_NAME`.
  package static let nameThread = AllowedCall("prctl", [Condition(argument: 0, mask: .max, value: 15)])

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

  /// The calls that ask what a namespace belongs to: `SIOCGSKNS`, `NS_GET_USERNS` and `NS_GET_PARENT`.
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
