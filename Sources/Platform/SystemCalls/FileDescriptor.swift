// SPDX-License-Identifier: Apache-2.0
package import Glibc

/// An open file, closed when the value goes away.
package struct FileDescriptor: ~Copyable, Sendable {
  package let raw: Int32

  /// Takes over a descriptor: nobody else may close it.
  package init(owning raw: Int32) { self.raw = raw }

  deinit { _ = Glibc.close(raw) }

  /// Gives the descriptor up. The caller closes it.
  package consuming func release() -> Int32 {
    let raw = self.raw
    discard self
    return raw
  }

  /// Opens a path; `O_CLOEXEC` is always added.
  package static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> FileDescriptor {
    try open(path, inside: AT_FDCWD, flags, mode: mode)
  }

  /// Opens an entry of this directory.
  package func open(_ name: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> FileDescriptor {
    try FileDescriptor.open(name, inside: raw, flags, mode: mode)
  }

  private static func open(
    _ path: String, inside directory: Int32, _ flags: Int32, mode: mode_t
  ) throws(SystemError) -> FileDescriptor {
    try FaultPlan.check(.open, directory)
    let raw = try retrying(.open) { unsafe openat(directory, path, flags | O_CLOEXEC, mode) }
    return FileDescriptor(owning: raw)
  }

  /// Opens the same directory again, with a position of its own.
  package func reopen() throws(SystemError) -> FileDescriptor {
    try open(".", O_RDONLY | O_DIRECTORY)
  }

  /// Calls that would have to wait fail with EAGAIN from now on, for everyone who has the same open file.
  package func setNonblocking() throws(SystemError) {
    let flags = try retrying(.fcntl) { fcntl(raw, F_GETFL) }
    _ = try retrying(.fcntl) { fcntl(raw, F_SETFL, flags | O_NONBLOCK) }
  }

  /// A duplicate of one of this process's standard streams, which stays open.
  package static func duplicate(ofStandard number: Int32) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try retrying(.dup) { fcntl(number, F_DUPFD_CLOEXEC, 3) })
  }

  package func duplicate() throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try retrying(.dup) { fcntl(raw, F_DUPFD_CLOEXEC, 3) })
  }
}

/// Repeats a call that a signal interrupted, and turns -1 into an error.
package func retrying(_ call: SystemCall, _ body: () -> Int32) throws(SystemError) -> Int32 {
  while true {
    let result = body()
    if result >= 0 { return result }
    if errno != EINTR { throw SystemError(call) }
  }
}

/// Retries calls that return a count.
package func retryingCount(_ call: SystemCall, _ body: () -> Int) throws(SystemError) -> Int {
  while true {
    let result = body()
    if result >= 0 { return result }
    if errno != EINTR { throw SystemError(call) }
  }
}
