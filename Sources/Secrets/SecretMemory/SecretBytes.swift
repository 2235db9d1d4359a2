// SPDX-License-Identifier: Apache-2.0
import SystemCalls

/// Bytes that leave no copy: outside the heap, never swapped or dumped, wiped when the value goes away.
///
/// They cannot be copied, compared with `==`, printed or encoded. Code that needs the bytes borrows them in a
/// closure; what it derives from them belongs in another `SecretBytes`.
/// Unchecked because the bytes are this value's alone, which cannot be copied, and change only where it does.
@safe @usableFromInline package struct SecretBytes: ~Copyable, @unchecked Sendable {
  @usableFromInline let memory: UnsafeMutableRawBufferPointer

  /// Allocates `count` bytes and lets the closure fill them; they are zero before, and wiped if it throws.
  @inlinable package init<Failure: Error>(
    count: Int, fill: (inout MutableSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let memory = unsafe SecretArena.shared.allocate(count)
    var span = unsafe MutableSpan<UInt8>(_unsafeBytes: memory)
    do {
      try fill(&span)
    } catch {
      unsafe SecretArena.shared.release(memory)
      throw error
    }
    unsafe self.memory = memory
  }

  deinit { unsafe SecretArena.shared.release(memory) }

  @inlinable package var count: Int { unsafe memory.count }

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
}

extension SecretBytes {
  /// Another value with the same bytes, for the rare owner that must hand one on.
  package borrowing func duplicate() -> SecretBytes {
    withBytes { SecretBytes(copying: $0) }
  }

  package init(copying bytes: Span<UInt8>) {
    self.init(count: bytes.count) { $0.copy(bytes) }
  }
}

extension SecretBytes {
  /// Copies all of the bytes to an offset, which must leave room for them.
  package mutating func copy(_ bytes: Span<UInt8>, at offset: Int) {
    withMutableBytes { $0.copy(bytes, at: offset) }
  }
}

/// Overwrites a buffer in a way the compiler may not leave out.
package func wipe(_ span: inout MutableSpan<UInt8>) {
  unsafe span.withUnsafeMutableBytes { unsafe SecretArena.wipe($0) }
}
