// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The calls Bailey makes to the kernel, by their manual page names.
package enum SystemCall: String, Sendable, CaseIterable {
  case open, read, write, pread, pwrite, fsync, fdatasync, syncfs, ftruncate, fallocate, lseek, flock
  case syncFileRange = "sync_file_range"
  case rename, link, unlink, mkdir, rmdir, symlink, readlink, mknod, getdents
  case stat, statvfs, chmod, chown, utimens, getxattr, setxattr, listxattr, removexattr
  case socket, bind, listen, accept, connect, send, receive, poll, mmap, mincore, mlock, prctl, capset, getrandom
  case fork, exec, wait, kill, pthread, mount, umount, eventfd, timerfd, signalfd, setsid, dup, fcntl, pipe, chdir
  case epoll, getsockopt, setsockopt, setrlimit, setenv
  case setaffinity = "sched_setaffinity"
  case memfdCreate = "memfd_create"
}

/// A system call that failed: which one, and its errno.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  package let call: SystemCall
  package let code: Int32

  package init(_ call: SystemCall, code: Int32) {
    self.call = call
    self.code = code
  }

  /// The failure of the call just made on this thread.
  package init(_ call: SystemCall) { self.init(call, code: errno) }

  package var description: String { "\(call.rawValue): \(reason)" }

  /// The meaning of the errno, in the words of the C library.
  package var reason: String {
    guard let text = unsafe strerror(code) else { return "errno \(code)" }
    return unsafe String(cString: text)
  }
}
