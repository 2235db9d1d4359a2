// SPDX-License-Identifier: Apache-2.0
package import LinuxSystem
import SecretMemory

/// What one request on contents works with: a cipher and buffers, made once and used by one thread at a time.
package struct ContentWorkspace: ~Copyable, Sendable {
  /// Blocks go to and from the backing file in runs of this many: large enough for few calls, small enough for a cache.
  static let blocksPerRun = 32
  package static let largestRequest = 1 << 20
  private static let runSize = blocksPerRun * BlockLayout.sealedBlock
  private static let plainSize = largestRequest + 2 * BlockLayout.plainBlock

  var cipher = BlockCipher()
  /// Sealed blocks as they were read.
  var incoming: MappedMemory
  /// Sealed blocks to be written.
  var outgoing: IntentBuffer
  /// The plaintext of a read.
  var plain: MappedMemory
  /// The plaintext of a block that is changed in part.
  var partial: MappedMemory
  /// That block as it was, to put it back if the change fails.
  var replaced: MappedMemory
  private var plainUsed = 0

  package init(outgoing: consuming IntentBuffer) throws(SystemError) {
    let incoming = try MappedMemory(count: Self.runSize)
    let plain = try MappedMemory(count: Self.plainSize)
    let partial = try MappedMemory(count: BlockLayout.plainBlock)
    let replaced = try MappedMemory(count: BlockLayout.sealedBlock)
    self.incoming = incoming
    self.plain = plain
    self.partial = partial
    self.replaced = replaced
    self.outgoing = outgoing
  }

  /// One whose writes leave no intents: for tests, and for checks that write nothing.
  package init() throws(SystemError) {
    try self.init(outgoing: IntentBuffer())
  }

  mutating func willFill(_ count: Int) { plainUsed = max(plainUsed, count) }

  /// Lends what a read left here.
  package borrowing func withPlain<Result: ~Copyable, Failure: Error>(
    _ range: Range<Int>, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try plain.withBytes { (bytes) throws(Failure) in try body(bytes.extracting(range)) }
  }

  /// Overwrites every plaintext byte in here: due after each request on a class that locks.
  package mutating func wipePlaintext() {
    let used = plainUsed
    plain.withMutableBytes { plain in
      var used = plain._mutatingExtracting(first: used)
      wipe(&used)
    }
    partial.withMutableBytes { wipe(&$0) }
    plainUsed = 0
  }

  /// Gives the memory of large requests back.
  package mutating func shrink() {
    plain.discard()
    incoming.discard()
  }
}
