// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCallFilter

/// The calls that an app in a sandbox may make.
enum AllowedSystemCalls {
  /// All system calls that an app may make. Others do not exist for it: tracing, namespaces, mounts, keys of the
  /// kernel, its modules, its clock, BPF, io_uring, performance counters, handles of files, and whatever kernels to
  /// come will have.
  static let all: [String] = files + paths + memory + processes + signals + time + sockets + waiting + system

  private static let files = [
    "read", "write", "pread64", "pwrite64", "readv", "writev", "preadv", "pwritev", "preadv2", "pwritev2", "open",
    "openat",
    "openat2", "creat", "close", "close_range", "lseek", "dup", "dup2", "dup3", "fcntl", "ioctl", "flock", "fsync",
    "fdatasync", "sync", "syncfs", "sync_file_range", "ftruncate", "truncate", "fallocate", "fadvise64", "readahead",
    "sendfile", "splice", "tee", "vmsplice", "copy_file_range", "pipe", "pipe2", "memfd_create", "getdents",
    "getdents64",
    "fstat", "stat", "lstat", "newfstatat", "statx", "statfs", "fstatfs", "inotify_init", "inotify_init1",
    "inotify_add_watch", "inotify_rm_watch",
  ]

  private static let paths = [
    "access", "faccessat", "faccessat2", "getcwd", "chdir", "fchdir", "rename", "renameat", "renameat2", "mkdir",
    "mkdirat", "rmdir", "link", "linkat", "unlink", "unlinkat", "symlink", "symlinkat", "readlink", "readlinkat",
    "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "umask", "mknod", "mknodat", "utime",
    "utimes",
    "utimensat", "futimesat", "getxattr", "lgetxattr", "fgetxattr", "setxattr", "lsetxattr", "fsetxattr", "listxattr",
    "llistxattr", "flistxattr", "removexattr", "lremovexattr", "fremovexattr",
  ]

  private static let memory = [
    "mmap", "munmap", "mprotect", "mremap", "madvise", "mincore", "msync", "mlock", "mlock2", "munlock", "mlockall",
    "munlockall", "brk", "membarrier", "memfd_secret", "pkey_alloc", "pkey_free", "pkey_mprotect", "shmget", "shmat",
    "shmctl", "shmdt", "semget", "semop", "semtimedop", "semctl", "msgget", "msgsnd", "msgrcv", "msgctl", "mq_open",
    "mq_unlink", "mq_timedsend", "mq_timedreceive", "mq_notify", "mq_getsetattr",
  ]

  private static let processes = [
    "clone", "clone3", "fork", "vfork", "execve", "execveat", "exit", "exit_group", "wait4", "waitid", "getpid",
    "getppid",
    "gettid", "getpgid", "setpgid", "getpgrp", "getsid", "setsid", "getuid", "geteuid", "getgid", "getegid",
    "getgroups",
    "getresuid", "getresgid", "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setgroups",
    "setfsuid", "setfsgid", "capget", "capset", "prctl", "arch_prctl", "getrlimit", "setrlimit", "prlimit64",
    "getrusage",
    "getpriority", "setpriority", "sched_yield", "sched_getaffinity", "sched_setaffinity", "sched_getparam",
    "sched_setparam", "sched_getscheduler", "sched_setscheduler", "sched_getattr", "sched_setattr",
    "sched_get_priority_max", "sched_get_priority_min", "sched_rr_get_interval", "ioprio_get", "ioprio_set",
    "set_tid_address", "set_robust_list", "get_robust_list", "rseq", "set_thread_area", "get_thread_area", "getcpu",
    "pidfd_open", "pidfd_send_signal", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self",
    "seccomp",
  ]

  private static let signals = [
    "kill", "tkill", "tgkill", "rt_sigaction", "rt_sigprocmask", "rt_sigpending", "rt_sigtimedwait", "rt_sigsuspend",
    "rt_sigqueueinfo", "rt_tgsigqueueinfo", "rt_sigreturn", "sigaltstack", "signalfd", "signalfd4", "pause", "alarm",
    "restart_syscall",
  ]

  private static let time = [
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "times", "getitimer",
    "setitimer", "timer_create", "timer_settime", "timer_gettime", "timer_getoverrun", "timer_delete", "timerfd_create",
    "timerfd_settime", "timerfd_gettime",
  ]

  private static let sockets = [
    "socket", "socketpair", "bind", "listen", "accept", "accept4", "connect", "getsockname", "getpeername", "sendto",
    "recvfrom", "sendmsg", "recvmsg", "sendmmsg", "recvmmsg", "shutdown", "setsockopt", "getsockopt",
  ]

  private static let waiting = [
    "poll", "ppoll", "select", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_ctl_old", "epoll_wait",
    "epoll_pwait", "epoll_pwait2", "eventfd", "eventfd2", "futex", "futex_waitv", "futex_wake", "futex_wait",
    "futex_requeue", "io_setup", "io_submit", "io_getevents", "io_pgetevents", "io_cancel", "io_destroy",
  ]

  private static let system = ["uname", "sysinfo", "getrandom", "set_mempolicy", "get_mempolicy", "mbind"]

  // MARK: - Refused by their arguments

  /// Calls that are allowed but for these uses. Families of sockets are refused by whoever names refusals, where somebody
  /// does.
  static func refused(isTraced: Bool) -> [RefusedCall] { isTraced ? uses : uses + otherFamilies }

  private static let uses: [RefusedCall] =
    namespaces.map { RefusedCall("clone", argument: 0, mask: $0, is: $0, failingWith: EPERM) }
    // Its flags are in memory, where no filter can read: the C library then calls `clone`.
    + [RefusedCall("clone3", failingWith: ENOSYS)]
    // Characters pushed into the terminal would be run by the shell that reads them next.
    + [tiocsti, tioclinux].map { RefusedCall("ioctl", argument: 1, is: $0, failingWith: EPERM) }

  private static let tiocsti: UInt32 = 0x5412
  private static let tioclinux: UInt32 = 0x541C

  /// `CLONE_NEW...`: mount, cgroup, uts, ipc, user, pid, net. (Time cannot be asked of `clone`.)
  private static let namespaces: [UInt32] = [
    0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000,
  ]

  /// Unix, IPv4, IPv6 and netlink remain. Others reach past the network's namespace (vsock), or into rarely read code.
  static let families: [UInt32] = [1, 2, 10, 16]

  private static let otherFamilies: [RefusedCall] =
    ([0] + Array(3...9) + Array(11...15)).map {
      RefusedCall("socket", argument: 0, is: $0, failingWith: EAFNOSUPPORT)
    } + [RefusedCall("socket", argument: 0, isAtLeast: 17, failingWith: EAFNOSUPPORT)]
}
