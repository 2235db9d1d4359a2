// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

/// A camera or microphone that is a terminal of the test's own: a device of which each reader gets what was shown.
package final class TestDevice {
  package let path: String
  private let near: FileDescriptor

  package init() throws {
    near = try FileDescriptor.open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (open, number): (Int32, UInt32) = (0, 0)
    guard unsafe ioctl(near.raw, Self.unlock, &open) == 0, unsafe ioctl(near.raw, Self.number, &number) == 0 else {
      throw SystemError(.open)
    }
    path = "/dev/pts/\(number)"
  }

  /// `TIOCSPTLCK`, `TIOCGPTN` and `TIOCINQ`.
  private static let (unlock, number, waiting): (UInt, UInt, UInt) = (0x4004_5431, 0x8004_5430, 0x541B)

  package func film() throws { try show("frame\n") }
  package func show(_ text: String) throws { try near.write(Array(text.utf8).span) }

  /// Whether somebody has read what was shown.
  package var isTaken: Bool {
    get throws {
      var waiting: Int32 = 0
      let far = try FileDescriptor.open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK)
      _ = unsafe ioctl(far.raw, Self.waiting, &waiting)
      return waiting == 0
    }
  }
}
