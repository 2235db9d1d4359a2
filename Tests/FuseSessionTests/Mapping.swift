// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem

/// A shared mapping of a file that can be looked at without dying where a page is refused.
@safe final class Mapping {
  private let memory: UnsafeMutableRawPointer
  private let count: Int

  init(_ file: borrowing FileDescriptor, count: Int) throws(SystemError) {
    guard let memory = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file.raw, 0),
      unsafe memory != MAP_FAILED
    else { throw SystemError(.mmap) }
    unsafe self.memory = memory
    self.count = count
  }

  deinit { unsafe munmap(memory, count) }

  /// Nil where touching the page would raise SIGBUS: the kernel answers EFAULT when it meets the page itself.
  var firstByte: UInt8? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    defer { ends.forEach { close($0) } }
    var byte: UInt8 = 0
    guard unsafe write(ends[1], memory, 1) == 1, unsafe read(ends[0], &byte, 1) == 1 else { return nil }
    return byte
  }

  func setFirstByte(_ byte: UInt8) { unsafe memory.storeBytes(of: byte, as: UInt8.self) }
}
