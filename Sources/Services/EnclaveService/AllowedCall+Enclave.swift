// SPDX-License-Identifier: Apache-2.0
package import SystemCallFilter

extension AllowedCall {
  /// All that serving requests takes. Nothing here opens a file, makes a socket, connects, or starts anything.
  package static var enclave: [AllowedCall] { messages + storage + memory + process }

  private static let messages: [AllowedCall] = [
    "poll", "ppoll", "epoll_wait", "epoll_pwait", "epoll_ctl", "epoll_create1", "eventfd2", "recvmsg", "recvfrom",
    "sendmsg", "sendto", "accept4", "getsockopt", "close", "timerfd_settime",
  ]

  /// The calls on files that are open; `read` and `write` also reach the TPM, the signals and standard error.
  private static let storage: [AllowedCall] = ["pread64", "pwrite64", "fsync", "fdatasync", "read", "write"]

  /// `memfd_secret`, sized with `ftruncate`, is where secrets are kept.
  private static let memory: [AllowedCall] = [
    .mapData, .protectData, "munmap", "mremap", "madvise", "mlock", "mlock2", "brk", "memfd_secret", "ftruncate",
  ]

  private static var process: [AllowedCall] {
    [
      "getrandom", "clock_gettime", "futex", "sched_yield", "restart_syscall", "rt_sigreturn", "rt_sigprocmask",
      "getpid", "gettid", .signalThreads, "exit", "exit_group",
    ]
  }
}
