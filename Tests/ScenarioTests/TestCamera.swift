// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import Testing

/// A camera that is a terminal of the test's own: a device of which each reader gets a line.
final class TestCamera {
  let path: String
  private let near: FileDescriptor

  init() throws {
    near = try FileDescriptor.open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (open, number): (Int32, UInt32) = (0, 0)
    let isOpened = unsafe ioctl(near.raw, Self.unlock, &open) == 0 && ioctl(near.raw, Self.number, &number) == 0
    try #require(isOpened)
    path = "/dev/pts/\(number)"
  }

  /// `TIOCSPTLCK` and `TIOCGPTN`.
  private static let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

  func film() throws { try near.write(Array("frame\n".utf8).span) }
}
