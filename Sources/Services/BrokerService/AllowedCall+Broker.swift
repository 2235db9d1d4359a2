// SPDX-License-Identifier: Apache-2.0
package import SystemCallFilter

extension AllowedCall {
  /// All that serving requests takes. No call here connects, starts a program, looks into another process's memory or
  /// makes a socket other than a pair: code that a program's message brought to run in here could do none of these.
  package static var broker: [AllowedCall] {
    messages + lookAtNamespaces + files + descriptorFlags + fileLocks + memory + threads + process
  }

  private static let messages: [AllowedCall] = [
    "poll", "ppoll", "epoll_wait", "epoll_pwait", "recvmsg", "recvfrom", "sendmsg", "sendto", "accept4", "getsockopt",
    "setsockopt", "shutdown", "socketpair", "close", "pidfd_open",
  ]

  /// The databases with their journals, the folders and the list of file-based keychains, the registrations, and
  /// executables that are hashed.
  private static let files: [AllowedCall] = [
    "openat", "read", "pread64", "write", "pwrite64", "lseek", "fsync", "fdatasync", "ftruncate", "fallocate",
    "fstat", "fstatfs", "newfstatat", "statx", "stat", "lstat", "access", "faccessat", "faccessat2", "readlink",
    "readlinkat",
    "rename", "renameat", "renameat2", "unlink", "unlinkat", "fchmod", "fchown", "getcwd", "flock",
    "mkdirat", "getdents64",
  ]

  /// `memfd_secret`, sized with `ftruncate`, is where secrets are kept.
  private static let memory: [AllowedCall] = [
    .mapData, .protectData, "munmap", "mremap", "madvise", "mlock", "mlock2", "brk", "memfd_secret",
  ]

  /// A thread for each connection; `eventfd2` makes the notifiers that wake threads which wait.
  private static let threads: [AllowedCall] = [
    "clone", "clone3", "set_robust_list", "rseq", "prctl", "futex", "sched_yield", "sched_getaffinity", "gettid",
    "nanosleep", "clock_nanosleep", "exit", "set_tid_address", "get_robust_list", "eventfd2",
    "timerfd_settime",
  ]

  private static var process: [AllowedCall] {
    [
      "getrandom", "clock_gettime", "clock_getres", "gettimeofday", "getpid", "getuid", "geteuid", "getgid", "getegid",
      "restart_syscall", "rt_sigreturn", "rt_sigaction", "rt_sigprocmask", "sigaltstack", .signalThreads, "exit_group",
      .ownLimits, "sysinfo", "uname",
    ]
  }
}
