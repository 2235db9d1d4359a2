// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// The two ends of a pipe; frozen so that each can be moved out on its own.
@frozen package struct Pipe: ~Copyable, Sendable {
  package let reading: FileDescriptor
  package let writing: FileDescriptor

  package init() throws(SystemError) {
    try FaultPlan.check(.pipe)
    var ends: [Int32] = [-1, -1]
    _ = try retrying(.pipe) { unsafe clinux_pipe(&ends) }
    reading = FileDescriptor(owning: ends[0])
    writing = FileDescriptor(owning: ends[1])
  }
}
