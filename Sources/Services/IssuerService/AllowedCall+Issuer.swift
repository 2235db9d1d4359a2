// SPDX-License-Identifier: Apache-2.0
import SystemCallFilter

extension AllowedCall {
  /// All that asking an issuer takes: resolving a name, connecting, TLS. Nothing here writes a file, starts a program, or looks into
  /// another process or signals it.
  static func issuer(asksOthers: Bool) -> [AllowedCall] {
    streams + connections + files + descriptorFlags + lookAtSockets + memory + threads + process
      + (asksOthers ? [.sockets(.local)] : [])
  }

  private static let streams: [AllowedCall] = [
    "poll", "ppoll", "recvmsg", "recvfrom", "sendmsg", "sendto", "sendmmsg", "getsockopt", "setsockopt", "shutdown",
    "close", "read", "write", "socketpair",
  ]

  private static let connections: [AllowedCall] = [
    .sockets(.internet), .sockets(.internet6), .sockets(.routing), .bindToRouting, "connect", "getsockname",
    "getpeername",
  ]

  /// The files by which names are resolved and servers are trusted.
  private static let files: [AllowedCall] = [
    .openForReading, "pread64", "lseek", "fstat", "newfstatat", "stat", "lstat", "statx", "access", "faccessat",
    "faccessat2", "readlink", "readlinkat", "getdents64", "uname", "getuid", "geteuid", "getgid", "getegid", "getppid",
    "sysinfo", "gettimeofday", "eventfd2", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait",
  ]

  private static let memory: [AllowedCall] = [.mapData, .protectData, "munmap", "mremap", "madvise", "brk"]

  private static let threads: [AllowedCall] = [
    .makeThreads, "set_robust_list", "rseq", .nameThread, "futex", "sched_yield", "sched_getaffinity", "gettid",
    "clock_nanosleep", "exit",
  ]

  private static let process: [AllowedCall] = [
    "getrandom", "clock_gettime", "clock_getres", "getpid", "restart_syscall", "rt_sigreturn", "rt_sigaction",
    "rt_sigprocmask", "sigaltstack", "exit_group", .signalThreads,
  ]
}
