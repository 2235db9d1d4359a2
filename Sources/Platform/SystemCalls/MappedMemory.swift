// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// Whole pages of memory, or of a file; those of a file outlive the process that wrote them.
///
/// Untouched pages cost nothing, so a buffer can be as large as the largest request and still be free while idle.
/// Unchecked because the pages are this value's alone, which cannot be copied; those of a file are the file's.
@safe @usableFromInline package struct MappedMemory: ~Copyable, @unchecked Sendable {
  @usableFromInline let memory: UnsafeMutableRawBufferPointer

  package init(count: Int) throws(SystemError) {
    try self.init(count: count, flags: MAP_PRIVATE | MAP_ANONYMOUS, descriptor: -1, offset: 0)
    _ = unsafe madvise(memory.baseAddress, count, MADV_DONTDUMP)
  }

  /// Maps a part of a file: what is stored here is in the file at once, for other processes and after a kill.
  package init(sharing file: borrowing FileDescriptor, offset: Int, count: Int) throws(SystemError) {
    try self.init(count: count, flags: MAP_SHARED, descriptor: file.raw, offset: offset)
  }

  private init(count: Int, flags: Int32, descriptor: Int32, offset: Int) throws(SystemError) {
    try FaultPlan.check(.mmap, descriptor, offset: offset, count: count)
    guard
      let start = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, flags, descriptor, off_t(offset)),
      unsafe start != MAP_FAILED
    else { throw SystemError(.mmap) }
    unsafe memory = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit { unsafe munmap(memory.baseAddress, memory.count) }

  package var count: Int { unsafe memory.count }

  @inlinable package borrowing func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(memory)))
  }

  @inlinable package mutating func withMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var span = unsafe MutableSpan<UInt8>(_unsafeBytes: memory)
    return try body(&span)
  }

  /// Stores a word after everything that was stored before it: whoever sees the word sees that too, also in a process
  /// that starts after a kill of this one.
  package mutating func publish(_ word: UInt32, at offset: Int) {
    precondition(offset % 4 == 0 && offset >= 0 && offset + 4 <= count, "a word lies inside its pages")
    guard let start = unsafe memory.baseAddress else { return }
    unsafe clinux_store_release(start + offset, word)
  }

  /// How many of the pages the kernel has in memory, whether this process has touched them or not.
  package borrowing func residentPages() throws(SystemError) -> Int {
    var pages = [UInt8](repeating: 0, count: (count + 4095) / 4096)
    guard unsafe mincore(memory.baseAddress, memory.count, &pages) == 0 else { throw SystemError(.mincore) }
    return pages.count { $0 & 1 != 0 }
  }

  /// Gives the pages back; their contents are zeros, or the file's.
  package mutating func discard() {
    _ = unsafe madvise(memory.baseAddress, memory.count, MADV_DONTNEED)
  }
}
