// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCallFilter

extension RefusedCall {
  /// The system calls that `bailey-run` does not need once its app runs: it makes no connection to another machine,
  /// which is the connector's to do, and looks into no process but to read a path that the kernel asks about. It still
  /// mounts, and starts `umount` and the like, for the folders that it shows.
  static let runtime: [RefusedCall] =
    [RefusedCall("socket", argument: 0, isAtLeast: UInt64(AF_UNIX) + 1, failingWith: EPERM)]
    + names.map { RefusedCall($0, failingWith: EPERM) }

  /// Rings would make sockets past the filter.
  private static let names = [
    "io_uring_setup", "ptrace", "process_vm_writev", "pidfd_getfd", "kcmp", "bpf", "perf_event_open", "userfaultfd",
    "setns", "open_by_handle_at", "add_key", "request_key", "keyctl", "init_module", "finit_module", "delete_module",
    "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff", "iopl", "ioperm", "settimeofday", "clock_settime",
    "sethostname", "setdomainname", "personality", "quotactl", "acct", "chroot",
  ]
}
