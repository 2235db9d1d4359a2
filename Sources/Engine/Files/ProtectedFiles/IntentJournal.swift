// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
package import SystemCalls
import Threads

/// The store's file of write intents: a page that names the boot, then one intent buffer per worker.
///
/// It serves after a kill of the process, not after a power cut: then its pages are of unknown age and are not used.
///
/// | byte | size | |
/// |---|---|---|
/// | 0 | 8 | `BAILEYI` and the version, 1 |
/// | 8 | 36 | the kernel's boot id, as text |
/// | 4096 | 139264 each | intent buffers |
///
/// Behind them space is reserved: it becomes room for the logs of the next start, when the disk may be full.
package final class IntentJournal: Sendable {
  private static let magic = Array("BAILEYI".utf8) + [1]

  private let file: FileDescriptor
  private let buffers: Int
  private let used = Locked(0)

  /// Takes over what a killed predecessor was writing: those blocks are added to the undo logs of their files.
  package init(
    in directory: borrowing FileDescriptor, _ logs: UndoDirectory, buffers: Int
  ) throws(SystemError) {
    self.buffers = buffers
    file = try directory.open(StoreLayout.journal, O_RDWR | O_CREAT, mode: 0o600)
    let head = try Self.head()
    let present = try Self.buffers(in: file)
    // The reserved space becomes room for what has to be written now.
    try file.truncate(to: min(Int(try file.status().st_size), Self.offset(ofBuffer: present)))
    for (id, blocks) in try Self.pending(in: file) { try logs.add(blocks, to: id) }
    // Only what differs is written: some file systems store each page anew, and the disk may be full.
    let nothing = [UInt8](repeating: 0, count: IntentBuffer.fieldsEnd)
    for buffer in 0..<present { try Self.set(nothing, at: Self.offset(ofBuffer: buffer), in: file) }
    // Reserved, because the process would be killed for a page that cannot be stored when it is touched. What is there
    // already stays.
    let end = Self.offset(ofBuffer: buffers)
    try file.allocate(mode: 0, offset: 0, count: end)
    try Self.set(head, at: 0, in: file)
    try? file.allocate(mode: AllocationMode.keepSize, offset: end, count: (end - Self.offset(ofBuffer: 0)) * 2)
  }

  private static func set(
    _ bytes: [UInt8], at offset: Int, in file: borrowing FileDescriptor
  ) throws(SystemError) {
    guard try file.read(count: bytes.count, at: offset) != bytes else { return }
    try file.write(bytes.span, at: offset)
  }

  /// A buffer that no other worker has. Once all are given out, one that announces nothing.
  package func makeBuffer() throws(SystemError) -> IntentBuffer {
    let number = used.withLock { used in
      defer { used += 1 }
      return used
    }
    guard number < buffers else { return try IntentBuffer() }
    return IntentBuffer(
      try MappedMemory(sharing: file, offset: Self.offset(ofBuffer: number), count: IntentBuffer.size))
  }

  private static func offset(ofBuffer number: Int) -> Int { 4096 + number * IntentBuffer.size }

  private static func buffers(in file: borrowing FileDescriptor) throws(SystemError) -> Int {
    max(0, Int(try file.status().st_size) - offset(ofBuffer: 0)) / IntentBuffer.size
  }

  private static func head() throws(SystemError) -> [UInt8] {
    magic + (try FileDescriptor.open("/proc/sys/kernel/random/boot_id", O_RDONLY).read(count: 36, at: 0))
  }

  /// The writes of a killed process since the last boot, by file. Changes nothing.
  package static func pending(
    in file: borrowing FileDescriptor
  ) throws(SystemError) -> [(id: FileID, blocks: [RescueBlock])] {
    let head = try head()
    guard try file.read(count: head.count, at: 0) == head else { return [] }
    var found: [(id: FileID, blocks: [RescueBlock])] = []
    for buffer in 0..<(try buffers(in: file)) {
      let start = offset(ofBuffer: buffer)
      guard let intent = WriteIntent(try file.read(count: IntentBuffer.fieldsEnd, at: start)) else { continue }
      let blocks = try file.read(count: intent.count, at: start + IntentBuffer.headerSize)
      if blocks.count == intent.count { found.append((intent.id, intent.blocks(blocks))) }
    }
    return found
  }
}

/// The write that a buffer's fields announce.
struct WriteIntent {
  let id: FileID
  let block: Int
  let count: Int

  /// Reads the record of a write; nil if nothing was being written.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == IntentBuffer.fieldsEnd, bytes[0..<4].contains(where: { $0 != 0 }),
      let id = FileID(bytes[16..<32]), let block = Int(exactly: UInt64(bigEndian: bytes[32..<40])),
      block < BlockLayout.maximumBlocks,
      let count = Int(exactly: UInt64(bigEndian: bytes[40..<48])), count <= IntentBuffer.capacity
    else { return nil }
    (self.id, self.block, self.count) = (id, block, count)
  }

  func blocks(_ bytes: [UInt8]) -> [RescueBlock] {
    stride(from: 0, to: count, by: BlockLayout.sealedBlock).map { start in
      RescueBlock(
        index: block + start / BlockLayout.sealedBlock,
        sealed: Array(bytes[start..<min(start + BlockLayout.sealedBlock, count)]), age: .new)
    }
  }
}
