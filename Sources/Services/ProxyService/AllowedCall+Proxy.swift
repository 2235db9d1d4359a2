// SPDX-License-Identifier: Apache-2.0
package import SystemCallFilter

extension AllowedCall {
  /// All that the proxy does: it takes connections on the socket that it was given, and carries bytes and packets. No call here opens or reads
  /// a file, makes a socket of its own, connects, starts a program or a process, or looks into another process or signals it.
  package static var proxy: [AllowedCall] { streams + descriptorFlags + memory + threads + process + [.signalThreads] }

  /// All that the connector does: it also makes sockets, connects them, and reads the files by which names are resolved.
  /// Sockets of this machine's own are for what else `nsswitch.conf` names, such as the service that answers for `.local`.
  package static func connector(asksOthers: Bool) -> [AllowedCall] {
    proxy + connections + lookAtSockets + files + (asksOthers ? [.sockets(.local)] : [])
  }

  private static let streams: [AllowedCall] = [
    "poll", "ppoll", "accept4", "recvmsg", "recvfrom", "sendmsg", "sendto", "splice", "pipe2", "getsockopt",
    "setsockopt", "shutdown", "close", "read", "write",
  ]

  private static let connections: [AllowedCall] = [
    .sockets(.internet), .sockets(.internet6), .sockets(.routing), .bindToRouting, "connect", "getsockname",
    "getpeername", "sendmmsg",
  ]

  private static let files: [AllowedCall] = [
    .openForReading, "pread64", "lseek", "fstat", "newfstatat", "stat", "lstat", "statx", "access", "faccessat",
    "faccessat2", "readlink", "readlinkat", "getdents64", "uname", "getuid", "geteuid", "getgid", "getegid", "getppid",
    "sysinfo", "gettimeofday", "eventfd2", "epoll_create1", "epoll_ctl", "epoll_wait",
  ]

  private static let memory: [AllowedCall] = [.mapData, .protectData, "munmap", "mremap", "madvise", "brk"]

  private static let threads: [AllowedCall] = [
    .makeThreads, "set_robust_list", "rseq", .nameThread, "futex", "sched_yield", "sched_getaffinity", "gettid",
    "clock_nanosleep", "exit",
  ]

  private static let process: [AllowedCall] = [
    "getrandom", "clock_gettime", "getpid", "restart_syscall", "rt_sigreturn", "rt_sigaction", "rt_sigprocmask",
    "sigaltstack", "exit_group",
  ]
}
