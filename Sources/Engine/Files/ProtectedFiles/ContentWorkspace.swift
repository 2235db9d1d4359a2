// SPDX-License-Identifier: Apache-2.0
package import SystemCalls

/// The workspace of a request on contents: a cipher and buffers, made once and used by one thread at a time.
package struct ContentWorkspace: ~Copyable, Sendable {
  /// Blocks go to and from the backing file in runs of this many: large enough for few calls, small enough for a cache.
  static let blocksPerRun = 32
  package static let largestRequest = 1 << 20
  private static let runSize = blocksPerRun * BlockLayout.sealedBlock

  package let clear: Cleartext
  /// The sealed blocks as they were read.
  var incoming: MappedMemory
  /// The sealed blocks to be written.
  var outgoing: IntentBuffer
  /// A sealed block as it was before a change in part, to put it back if the change fails.
  var replaced: MappedMemory

  package init(outgoing: consuming IntentBuffer) throws(SystemError) {
    let incoming = try MappedMemory(count: Self.runSize)
    let clear = try Cleartext()
    let replaced = try MappedMemory(count: BlockLayout.sealedBlock)
    self.incoming = incoming
    self.clear = clear
    self.replaced = replaced
    self.outgoing = outgoing
  }

  /// A workspace whose writes are not announced in the journal: for tests, and for checks that write nothing.
  package init() throws(SystemError) {
    try self.init(outgoing: IntentBuffer())
  }

  /// Lends what a read left here.
  package borrowing func withPlain<Result: Sendable>(
    _ range: Range<Int>, _ body: (Span<UInt8>) -> Result
  ) throws(FileFormatError) -> Result {
    try clear.withPlain(range, body)
  }

  /// Overwrites every plaintext byte in here. To be called after each request on a class that locks.
  package func wipePlaintext() { clear.wipe() }

  /// Gives the memory of large requests back.
  package mutating func shrink() {
    clear.shrink()
    incoming.discard()
  }
}
