// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import Synchronization
package import SystemCalls
package import Threads

/// Pages of secret memory that two processes share, in which one message at a time goes each way.
///
/// The pages are `memfd_secret(2)`. Where the kernel lacks that, there is no channel: the size of other pages can be
/// sealed, but a peer can still punch holes into them and so make the other side wait.
///
/// A message that is taken out is wiped from its page. One that nobody takes is wiped with the pages. Neither side trusts
/// the other: each copies a message before it decodes it, and uses the length that it read first.
///
/// A page begins with the length of its message, zero for none. After that stands whether its reader is watching it: a
/// reader that watches needs no notification.
/// Unchecked because the pages are another process's too: nothing here relies on what they hold.
@safe package struct SharedMemoryChannel: ~Copyable, @unchecked Sendable {
  /// The longest message.
  package static let largestMessage = slotSize - headerSize
  private static let slotSize = 4096
  private static let watchOffset = 4
  private static let headerSize = 8
  private static let size = 2 * slotSize

  /// The slots of the channel, one for each direction.
  package enum Slot: Int, Sendable {
    case requests = 0
    case replies = 1
  }

  /// The state of the reader at the moment a message is put there.
  package enum Reader: Sendable { case watches, waits }

  private let memory: UnsafeMutableRawPointer
  private let process = getpid()

  /// New pages, as a descriptor that another process can be given; ENOSYS where they cannot be had.
  package static func memory() throws(SystemError) -> FileDescriptor {
    let raw = SecretPages.avoidsMemfdSecret ? -1 : clinux_memfd_secret()
    guard raw >= 0 else { throw SystemError(.mmap, code: ENOSYS) }
    let memory = FileDescriptor(owning: raw)
    // The size is set once: from now on nobody can change it.
    try memory.truncate(to: size)
    return memory
  }

  /// Maps the pages into this process and fetches all of them. The maker calls this before it gives them to a peer, which
  /// could otherwise delay the fetch.
  package init(sharing descriptor: borrowing FileDescriptor) throws(SystemError) {
    guard let start = unsafe mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.raw, 0),
      unsafe start != MAP_FAILED
    else { throw SystemError(.mmap) }
    unsafe memory = start
    wipe()
  }

  /// The lengths are wiped first, so that a reader that is copying a message at this moment notices that it is gone.
  private borrowing func wipe() {
    for slot in [Slot.requests, .replies] { unsafe clinux_store_release(memory + slot.rawValue * Self.slotSize, 0) }
    atomicMemoryFence(ordering: .releasing)
    unsafe explicit_bzero(memory, Self.size)
  }

  deinit {
    // A forked child shares the pages but must not wipe them.
    if process == getpid() { wipe() }
    unsafe munmap(memory, Self.size)
  }

  /// Puts a message into the page of the other side. A reader that waits must then be notified.
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

  /// Tells the writer that it need not notify, until the next `take` that watches has ended.
  package borrowing func beginWatching(_ slot: Slot) { setWatched(1, slot) }

  private borrowing func setWatched(_ word: UInt32, _ slot: Slot) {
    unsafe clinux_store_release(memory + slot.rawValue * Self.slotSize + Self.watchOffset, word)
  }

  /// The same, but watches the slot for a while if the wait strategy says so. Meanwhile the writer need not notify.
  package borrowing func take(
    from slot: Slot, into buffer: inout MutableSpan<UInt8>, _ strategy: WaitStrategy
  ) throws(SystemError) -> Int? {
    guard strategy.watches else { return try take(from: slot, into: &buffer) }
    do {
      beginWatching(slot)
      defer { setWatched(0, slot) }
      let found = try strategy.watch { () throws(SystemError) in try take(from: slot, into: &buffer) }
      if let found { return found }
    }
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    return try take(from: slot, into: &buffer)
  }
}
