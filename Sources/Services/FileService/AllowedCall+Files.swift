// SPDX-License-Identifier: Apache-2.0
package import SystemCallFilter

extension AllowedCall {
  /// All that serving or checking files takes. No call here mounts, starts a program, makes a socket, connects, looks into
  /// another process's memory or changes who this process is.
  package static var files: [AllowedCall] {
    requests + contents + descriptorFlags + fileLocks + names + attributesOfEntries + memory + threads + process
  }

  /// The calls for requests of the kernel, over its device or rings that were made before; and for messages to and from
  /// the enclave.
  private static let requests: [AllowedCall] = [
    "poll", "read", "write", "writev", "recvfrom", "sendto", "io_uring_enter", .enableRings, "eventfd2",
  ]

  private static let contents: [AllowedCall] = [
    "pread64", "pwrite64", "lseek", "fsync", "fdatasync", "sync_file_range", "syncfs", "ftruncate", "fallocate",
    .askForQuotas, "copy_file_range", "flock", "dup3", "close",
  ]

  /// The calls that take names, relative to the folder that they are in; paths are those of tables in `/proc` and of
  /// the mount's control files.
  private static let names: [AllowedCall] = [
    "openat", "fstat", "fstatfs", "newfstatat", "readlink", "readlinkat", "getcwd", "getdents64", "mkdirat", "mknodat",
    "symlinkat", "linkat", "unlinkat", "renameat", "renameat2", "fchmod", "fchmodat", "fchown", "fchownat", "utimensat",
    "fgetxattr", "fsetxattr", "flistxattr", "fremovexattr", "lgetxattr", "lsetxattr", "llistxattr", "lremovexattr",
  ]

  /// `memfd_secret`, sized with `ftruncate`, is where secrets are kept.
  private static let memory: [AllowedCall] = [
    .mapData, .protectData, "munmap", "mremap", "madvise", "mlock", "brk", "memfd_secret",
  ]

  /// Deadlines of locks, pieces of large purges, and threads that serve, on the processors they are told.
  private static let threads: [AllowedCall] = [
    "clone", "clone3", "set_robust_list", "rseq", "prctl", "futex", "sched_yield", "sched_getaffinity",
    "sched_setaffinity", "gettid", "clock_nanosleep", "exit",
  ]

  private static var process: [AllowedCall] {
    [
      "getrandom", "clock_gettime", "getpid", "getuid", "geteuid", "getgid", "getegid", "restart_syscall",
      "rt_sigreturn",
      "rt_sigaction", "rt_sigprocmask", .signalThreads, "exit_group", .ownLimits, "sysinfo",
    ]
  }
}
