// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import LinuxSystem

/// Pages of secret memory that two processes share, in which one message at a time goes each way.
///
/// They are `memfd_secret(2)`, and there are none where the kernel has none: of other pages their size can be sealed, but
/// whoever shares them can still punch holes into them, and have the other side wait while it does. What is taken out is
/// wiped there, and what nobody took when the pages go. Neither side may rely on the other one: each copies a message before
/// it looks at it, and reads its length once.
@safe package struct SecretMailbox: ~Copyable, @unchecked Sendable {
  /// No message is longer.
  package static let largestMessage = slotSize - lengthSize
  private static let slotSize = 4096
  private static let lengthSize = 4
  private static let size = 2 * slotSize

  /// One for each way.
  package enum Slot: Int, Sendable {
    case requests = 0
    case replies = 1
  }

  private let memory: UnsafeMutableRawPointer

  /// New pages, as a descriptor that another process can be given; ENOSYS where they cannot be had.
  package static func memory() throws(SystemError) -> FileDescriptor {
    let raw = SecretPages.avoidsMemfdSecret ? -1 : clinux_memfd_secret()
    guard raw >= 0 else { throw SystemError(.mmap, code: ENOSYS) }
    let memory = FileDescriptor(owning: raw)
    // Once only: from now on nobody can change it.
    try memory.truncate(to: size)
    return memory
  }

  /// The pages in this process. Its maker calls this before anybody else is given them: they are all there from then on,
  /// and need not be fetched while somebody else keeps the kernel from it.
  package init(sharing descriptor: borrowing FileDescriptor) throws(SystemError) {
    guard let start = unsafe mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.raw, 0),
      unsafe start != MAP_FAILED
    else { throw SystemError(.mmap) }
    unsafe memory = start
    wipe()
  }

  private borrowing func wipe() { unsafe explicit_bzero(memory, Self.size) }

  deinit {
    wipe()
    unsafe munmap(memory, Self.size)
  }

  /// Puts a message where the other side looks for it.
  package borrowing func put(_ message: Span<UInt8>, in slot: Slot) {
    precondition((1...Self.largestMessage).contains(message.count), "a message fits")
    let start = unsafe memory + slot.rawValue * Self.slotSize
    unsafe message.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      unsafe (start + Self.lengthSize).copyMemory(from: source, byteCount: bytes.count)
    }
    unsafe clinux_store_release(start, UInt32(message.count))
  }

  /// Takes the message out and gives its size, nil where there is none. One that is larger than the buffer throws EMSGSIZE
  /// and is lost.
  package borrowing func take(from slot: Slot, into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Int? {
    let start = unsafe memory + slot.rawValue * Self.slotSize
    let count = Int(unsafe clinux_load_acquire(start))
    if count == 0 { return nil }
    let whole = count <= min(buffer.count, Self.largestMessage)
    if whole {
      unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: start + Self.lengthSize, count: count))
      }
    }
    unsafe explicit_bzero(start + Self.lengthSize, whole ? count : Self.largestMessage)
    unsafe clinux_store_release(start, 0)
    guard whole else { throw SystemError(.receive, code: EMSGSIZE) }
    return count
  }
}
