// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import LinuxSystem
import Synchronization

/// Pages of secret memory that two processes share, in which one message at a time goes each way.
///
/// They are `memfd_secret(2)`, and there are none where the kernel has none: of other pages their size can be sealed, but
/// whoever shares them can still punch holes into them, and have the other side wait while it does. What is taken out is
/// wiped there, and what nobody took when the pages go. Neither side may rely on the other one: each copies a message before
/// it looks at it, and takes the length that it read first.
///
/// A page begins with the length of its message, zero for none, and whether its reader is watching it, so that it need not
/// be told.
@safe package struct SecretMailbox: ~Copyable, @unchecked Sendable {
  /// No message is longer.
  package static let largestMessage = slotSize - headerSize
  private static let slotSize = 4096
  private static let watchOffset = 4
  private static let headerSize = 8
  private static let size = 2 * slotSize

  /// One for each way.
  package enum Slot: Int, Sendable {
    case requests = 0
    case replies = 1
  }

  /// What a reader is doing when there is something for it.
  package enum Reader: Sendable { case watches, waits }

  private let memory: UnsafeMutableRawPointer
  private let process = getpid()

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

  /// The lengths first: who is copying a message at this moment finds out that it has lost it.
  private borrowing func wipe() {
    for slot in [Slot.requests, .replies] { unsafe clinux_store_release(memory + slot.rawValue * Self.slotSize, 0) }
    atomicMemoryFence(ordering: .releasing)
    unsafe explicit_bzero(memory, Self.size)
  }

  deinit {
    // A child shares the pages and has no say in them.
    if process == getpid() { wipe() }
    unsafe munmap(memory, Self.size)
  }

  /// Puts a message where the other side looks for it; whoever waits has to be told.
  package borrowing func put(_ message: Span<UInt8>, in slot: Slot) -> Reader {
    precondition((1...Self.largestMessage).contains(message.count), "a message fits")
    let start = unsafe memory + slot.rawValue * Self.slotSize
    unsafe message.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      unsafe (start + Self.headerSize).copyMemory(from: source, byteCount: bytes.count)
    }
    unsafe clinux_store_release(start, UInt32(message.count))
    // Either the reader is seen to have stopped watching, or it sees the message when it looks for the last time.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    return unsafe clinux_load_acquire(start + Self.watchOffset) == 0 ? .waits : .watches
  }

  /// Takes the message out and gives its size, nil where there is none, or the other side has taken it back. One that is
  /// larger than the buffer throws EMSGSIZE and is lost.
  package borrowing func take(from slot: Slot, into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Int? {
    let start = unsafe memory + slot.rawValue * Self.slotSize
    let count = Int(unsafe clinux_load_acquire(start))
    if count == 0 { return nil }
    let whole = count <= min(buffer.count, Self.largestMessage)
    if whole {
      unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: start + Self.headerSize, count: count))
      }
    }
    atomicMemoryFence(ordering: .acquiring)
    guard unsafe Int(clinux_load_acquire(start)) == count else {
      for index in 0..<(whole ? count : 0) { buffer[index] = 0 }
      return nil
    }
    unsafe explicit_bzero(start + Self.headerSize, whole ? count : Self.largestMessage)
    unsafe clinux_store_release(start, 0)
    guard whole else { throw SystemError(.receive, code: EMSGSIZE) }
    return count
  }

  /// From now on nobody needs to tell of what they put there, until the next `take` that watches has ended.
  package borrowing func beginWatching(_ slot: Slot) { setWatched(1, slot) }

  private borrowing func setWatched(_ word: UInt32, _ slot: Slot) {
    unsafe clinux_store_release(memory + slot.rawValue * Self.slotSize + Self.watchOffset, word)
  }

  /// The same, but watches the slot for a while if the patience says so: meanwhile nobody needs to tell of what they put
  /// there.
  package borrowing func take(
    from slot: Slot, into buffer: inout MutableSpan<UInt8>, _ patience: Patience
  ) throws(SystemError) -> Int? {
    guard patience.watches else { return try take(from: slot, into: &buffer) }
    do {
      beginWatching(slot)
      defer { setWatched(0, slot) }
      let found = try patience.watch { () throws(SystemError) in try take(from: slot, into: &buffer) }
      if let found { return found }
    }
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    return try take(from: slot, into: &buffer)
  }
}
