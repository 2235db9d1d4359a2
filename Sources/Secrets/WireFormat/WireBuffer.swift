// SPDX-License-Identifier: Apache-2.0
public import SecretMemory

/// Bytes being written, or just received, of at most a fixed number: secret memory, because any message may hold a key.
///
/// One buffer serves a connection for its whole life; `wipe` between messages. A buffer that may grow takes the room of
/// its smallest size until a message needs more, and gives the rest back when it is wiped.
@usableFromInline package struct WireBuffer: ~Copyable, Sendable {
  @usableFromInline var storage: SecretBytes
  private let smallest: Int
  @usableFromInline package let capacity: Int
  /// The number of written bytes.
  @usableFromInline package internal(set) var count = 0

  /// How many bytes a body that threw may have written, though they do not count. `wipe` overwrites them too.
  @usableFromInline var unsaid = 0

  package init(capacity: Int) { self.init(smallest: capacity, capacity: capacity) }

  package init(smallest: Int, capacity: Int) {
    precondition(smallest <= capacity)
    self.smallest = smallest
    self.capacity = capacity
    storage = SecretBytes(count: smallest) { _ in }
  }

  /// Appends an integer, first byte highest.
  @inlinable
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
    storage.copy(bytes, at: try reserve(bytes.count))
  }

  package mutating func append(secret: borrowing SecretBytes) throws(WireError) {
    try secret.withBytes { (bytes) throws(WireError) in try append(bytes: bytes) }
  }

  /// Appends the secret after its 16-bit length.
  package mutating func append(counting secret: borrowing SecretBytes) throws(WireError) {
    guard let length = UInt16(exactly: secret.count) else { throw .full }
    try append(integer: length)
    try append(secret: secret)
  }

  /// Overwrites an integer that has been written: a length, once it is known.
  package mutating func replace(at offset: Int, by value: UInt32) {
    precondition(offset >= 0 && offset + 4 <= count, "what is replaced has been written")
    storage.withMutableBytes { target in
      for index in 0..<4 { target[offset + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * (3 - index))) }
    }
  }

  /// Appends what the closure writes into the room there is, at least `room` bytes: it returns how many bytes that is,
  /// and writes no others.
  @inlinable package mutating func extend<Failure: Error>(
    room: Int, _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Int
  ) throws(Failure) {
    precondition(room <= capacity - count, "a buffer grows no further than its capacity")
    makeRoom(room)
    let start = count
    let unsaidBefore = unsaid
    unsaid = storage.count
    let written = try storage.withMutableBytes { (span) throws(Failure) in
      var rest = span._mutatingExtracting(start..<span.count)
      return try body(&rest)
    }
    precondition((0...storage.count - count).contains(written))
    count += written
    unsaid = unsaidBefore
  }

  /// Replaces the contents by what the closure writes: it returns how many bytes that is.
  @inlinable package mutating func fill<Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Int
  ) throws(Failure) {
    wipe()
    try extend(room: 0, body)
  }

  /// Overwrites as much as has been written.
  @usableFromInline package mutating func wipe() {
    let written = max(count, unsaid)
    if storage.count > smallest {
      storage = SecretBytes(count: smallest) { _ in }
    } else if written > 0 {
      storage.withMutableBytes { span in
        var part = span._mutatingExtracting(first: written)
        SecretMemory.wipe(&part)
      }
    }
    (count, unsaid) = (0, 0)
  }

  /// Lends what has been written.
  @inlinable package borrowing func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let count = self.count
    return try storage.withBytes { (span) throws(Failure) in try body(span.extracting(0..<count)) }
  }

  @usableFromInline mutating func reserve(_ size: Int) throws(WireError) -> Int {
    guard size <= capacity - count else { throw .full }
    makeRoom(size)
    defer { count += size }
    return count
  }

  @usableFromInline mutating func makeRoom(_ size: Int) {
    guard size > storage.count - count else { return }
    var larger = SecretBytes(count: min(capacity, max(count + size, 2 * storage.count))) { _ in }
    let count = self.count
    storage.withBytes { larger.copy($0.extracting(0..<count), at: 0) }
    storage = larger
  }
}
