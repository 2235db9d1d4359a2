// SPDX-License-Identifier: Apache-2.0
package import SystemCalls

/// The buffer in which sealed blocks are prepared, and which announces what is being written.
///
/// The pages belong to the store's journal file. A kill in the middle of a write can leave a block half old and half
/// new. The journal then still holds the whole new block, which costs nothing but the page that it is sealed into
/// anyway.
///
/// | byte | size | |
/// |---|---|---|
/// | 0 | 4 | 1 while a write is under way, else 0; native order |
/// | 16 | 16 | file id |
/// | 32 | 8 | first block |
/// | 40 | 8 | size of the sealed blocks |
/// | 4096 | | sealed blocks, all but the last full |
package struct IntentBuffer: ~Copyable, Sendable {
  static let headerSize = 4096
  static let capacity = ContentWorkspace.blocksPerRun * BlockLayout.sealedBlock
  /// A whole number of pages.
  static let size = (headerSize + capacity + 4095) / 4096 * 4096
  private static let fieldsOffset = 16
  static let fieldsEnd = 48

  private var memory: MappedMemory

  /// Makes a buffer in memory of this process alone.
  package init() throws(SystemError) { memory = try MappedMemory(count: Self.size) }

  init(_ memory: consuming MappedMemory) { self.memory = memory }

  mutating func withMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try memory.withMutableBytes { (bytes) throws(Failure) in
      var blocks = bytes._mutatingExtracting(Self.headerSize..<Self.headerSize + Self.capacity)
      return try body(&blocks)
    }
  }

  /// Writes the first `count` bytes to where `block` lies in the file.
  ///
  /// A new last block that is shorter than the one before is whole only together with the file's new length. So the
  /// announcement stays until the file has been cut behind it as well.
  mutating func write(
    _ count: Int, to file: borrowing FileDescriptor, id: FileID, block: Int, _ ending: Ending
  ) throws(SystemError) {
    announce(count, id, block)
    defer { memory.publish(0, at: 0) }
    let offset = BlockLayout.offset(ofBlock: block)
    try memory.withBytes { (bytes) throws(SystemError) in
      try file.write(bytes.extracting(Self.headerSize..<Self.headerSize + count), at: offset)
    }
    if ending == .cut { try file.truncate(to: offset + count) }
  }

  /// The choice whether the bytes behind those written are kept.
  enum Ending: Sendable { case keep, cut }

  private mutating func announce(_ count: Int, _ id: FileID, _ block: Int) {
    memory.withMutableBytes { bytes in
      id.store(in: &bytes, at: Self.fieldsOffset)
      bytes.store(bigEndian: UInt64(block), at: Self.fieldsOffset + FileID.size)
      bytes.store(bigEndian: UInt64(count), at: Self.fieldsOffset + FileID.size + 8)
    }
    memory.publish(1, at: 0)
  }
}
