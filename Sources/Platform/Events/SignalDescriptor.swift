// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import SystemCalls

/// Signals as something to read: they are blocked for this thread and those it starts, and wait here instead.
package struct SignalDescriptor: ~Copyable, Sendable {
  package let descriptor: FileDescriptor

  package init(_ signals: [Int32]) throws(SystemError) {
    descriptor = FileDescriptor(
      owning: try retrying(.signalfd) { unsafe clinux_signalfd(signals, signals.count) })
  }

  /// The next signal that has arrived, or nil.
  package func next() -> Int32? {
    let number = clinux_signalfd_next(descriptor.raw)
    return number > 0 ? number : nil
  }
}
