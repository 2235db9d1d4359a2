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

  /// How many pages of the mapping are in the page cache.
  var residentPages: Int {
    var pages = [UInt8](repeating: 0, count: (count + 4095) / 4096)
    _ = unsafe mincore(memory, count, &pages)
    return pages.count { $0 & 1 != 0 }
  }

  /// A byte; nil where touching its page would raise SIGBUS: the kernel answers EFAULT when it meets the page itself.
  func byte(at offset: Int) -> UInt8? {
    guard let pipe = try? Pipe() else { return nil }
    var byte: UInt8 = 0
    guard unsafe write(pipe.writing.raw, memory + offset, 1) == 1, unsafe read(pipe.reading.raw, &byte, 1) == 1
    else { return nil }
    return byte
  }

  func setByte(_ byte: UInt8, at offset: Int) { unsafe (memory + offset).storeBytes(of: byte, as: UInt8.self) }
}
