// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// Bytes being written, or just received, of at most a fixed number: secret memory, because any message may hold a key.
///
/// One buffer serves a connection for its whole life; `wipe` between messages.
package struct WireBuffer: ~Copyable, Sendable {
  private var storage: SecretBytes
  package private(set) var count = 0

  package init(capacity: Int) {
    storage = SecretBytes(count: capacity) { _ in }
  }

  package var capacity: Int { storage.count }

  package mutating func append<Value: FixedWidthInteger & UnsignedInteger>(integer value: Value) throws(WireError) {
    let size = MemoryLayout<Value>.size
    let start = try reserve(size)
    storage.withMutableBytes { target in
      for index in 0..<size {
        target[start + index] = UInt8(truncatingIfNeeded: value >> Value(8 * (size - 1 - index)))
      }
    }
  }

  package mutating func append(bytes: Span<UInt8>) throws(WireError) {
    let start = try reserve(bytes.count)
    storage.withMutableBytes { target in
      for index in bytes.indices { target[start + index] = bytes[index] }
    }
  }

  package mutating func append(secret: borrowing SecretBytes) throws(WireError) {
    try secret.withBytes { (bytes) throws(WireError) in try append(bytes: bytes) }
  }

  /// Its 16-bit length, then the secret.
  package mutating func append(counting secret: borrowing SecretBytes) throws(WireError) {
    guard let length = UInt16(exactly: secret.count) else { throw .full }
    try append(integer: length)
    try append(secret: secret)
  }

  /// Replaces the contents by what the closure writes: it returns how many bytes that is.
  package mutating func fill<Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Int
  ) throws(Failure) {
    wipe()
    let written = try storage.withMutableBytes { (span) throws(Failure) in try body(&span) }
    precondition((0...capacity).contains(written))
    count = written
  }

  package mutating func wipe() {
    storage.withMutableBytes { SecretMemory.wipe(&$0) }
    count = 0
  }

  package borrowing func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let count = self.count
    return try storage.withBytes { (span) throws(Failure) in try body(span.extracting(0..<count)) }
  }

  private mutating func reserve(_ size: Int) throws(WireError) -> Int {
    guard size <= capacity - count else { throw .full }
    defer { count += size }
    return count
  }
}
