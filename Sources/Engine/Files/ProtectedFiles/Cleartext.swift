// SPDX-License-Identifier: Apache-2.0
import SecretMemory
import SystemCalls
import Threads

/// All that a request on contents has in plaintext: the schedule of the file's key, and decrypted blocks.
///
/// Each use is short and waits for no disk. So a lock can take all of it away at any moment, whatever the request waits
/// for. That request then fails with `keyGone` before it decrypts or encrypts anything else.
package final class Cleartext: Sendable {
  private static let plainSize = ContentWorkspace.largestRequest + 2 * BlockLayout.plainBlock

  fileprivate struct State: ~Copyable, Sendable {
    var cipher = BlockCipher()
    /// The file's key; nil between requests, and after a lock has taken it away.
    var key: FileKey?
    /// The key of the plaintext in here. It stays set when the request has no more use for the cipher.
    var owner: FileKey?
    /// The plaintext of a read.
    var plain: MappedMemory
    var plainUsed = 0
    /// The plaintext of a block that is changed in part.
    var partial: MappedMemory
  }

  private let state: Locked<State>

  init() throws(SystemError) {
    let plain = try MappedMemory(count: Self.plainSize)
    let partial = try MappedMemory(count: BlockLayout.plainBlock)
    state = Locked(State(plain: plain, partial: partial))
  }

  func begin(_ file: FileID, key: FileKey) throws(FileFormatError) {
    try state.withLock { (state) throws(FileFormatError) in
      guard key.lend({ state.cipher.begin(file, key: $0) }) == .there else { throw .keyGone }
      (state.key, state.owner) = (key, key)
    }
  }

  /// Ends the use of a key: between requests none is left in memory.
  func end() { state.withLock { $0.forgetKey() } }

  /// Wipes everything that belongs to a key which was dropped.
  package func revoke() {
    state.withLock { state in
      if let key = state.key, !key.isThere { state.forgetKey() }
      if let owner = state.owner, !owner.isThere { state.wipe() }
    }
  }

  /// Overwrites every plaintext byte.
  func wipe() { state.withLock { $0.wipe() } }

  /// Gives the memory of large requests back.
  func shrink() { state.withLock { $0.plain.discard() } }
}

// MARK: - Whole blocks

extension Cleartext {
  func seal(_ block: Int, _ plain: Span<UInt8>, into sealed: inout MutableSpan<UInt8>) throws(FileFormatError) {
    try state.withLock { (state) throws(FileFormatError) in
      try state.requireKey()
      try state.cipher.seal(block, plain, into: &sealed)
    }
  }

  func open(
    _ block: Int, _ sealed: Span<UInt8>, into target: Range<Int>, holes: Holes
  ) throws(FileFormatError) {
    try state.withLock { (state) throws(FileFormatError) in
      try state.requireKey()
      state.plainUsed = max(state.plainUsed, target.upperBound)
      try state.openPlain(block, sealed, into: target, holes)
    }
  }

  /// Lends what was decrypted, unless its key has been dropped since.
  func withPlain<Result: Sendable>(
    _ range: Range<Int>, _ body: (Span<UInt8>) -> Result
  ) throws(FileFormatError) -> Result {
    try state.withLock { (state) throws(FileFormatError) in
      guard range.isEmpty || state.owner?.isThere == true else { throw .keyGone }
      return state.plain.withBytes { body($0.extracting(range)) }
    }
  }
}

// MARK: - A block that is changed in part

extension Cleartext {
  /// Decrypts a block; after its end there are zeros.
  func openPartial(_ block: Int, _ sealed: Span<UInt8>, holes: Holes) throws(FileFormatError) {
    try state.withLock { (state) throws(FileFormatError) in
      try state.requireKey()
      try state.openPartial(block, sealed, holes)
    }
  }

  func beginPartial() { state.withLock { $0.partial.withMutableBytes { $0.clear(0..<BlockLayout.plainBlock) } } }

  func changePartial(_ bytes: Span<UInt8>, at offset: Int) {
    state.withLock { $0.partial.withMutableBytes { $0.copy(bytes, at: offset) } }
  }

  func sealPartial(_ block: Int, first count: Int, into sealed: inout MutableSpan<UInt8>) throws(FileFormatError) {
    try state.withLock { (state) throws(FileFormatError) in
      try state.requireKey()
      try state.sealPartial(block, first: count, into: &sealed)
    }
  }

  /// Whether a block is authentic. Overwrites what is in the partial block.
  func isWhole(_ block: Int, _ sealed: Span<UInt8>, holes: Holes) throws(FileFormatError) -> Bool {
    do {
      try openPartial(block, sealed, holes: holes)
      return true
    } catch .keyGone {
      throw .keyGone
    } catch {
      return false
    }
  }
}

extension Cleartext.State {
  fileprivate func requireKey() throws(FileFormatError) {
    if key == nil { throw .keyGone }
  }

  fileprivate mutating func forgetKey() {
    cipher.end()
    key = nil
  }

  fileprivate mutating func wipe() {
    let used = plainUsed
    plain.withMutableBytes { plain in
      var used = plain._mutatingExtracting(first: used)
      SecretMemory.wipe(&used)
    }
    partial.withMutableBytes { SecretMemory.wipe(&$0) }
    plainUsed = 0
    owner = nil
  }

  fileprivate mutating func openPlain(
    _ block: Int, _ sealed: Span<UInt8>, into target: Range<Int>, _ holes: Holes
  ) throws(FileFormatError) {
    try plain.withMutableBytes { (plain) throws(FileFormatError) in
      var target = plain._mutatingExtracting(target)
      try cipher.open(block, sealed, into: &target, holes: holes)
    }
  }

  fileprivate mutating func openPartial(
    _ block: Int, _ sealed: Span<UInt8>, _ holes: Holes
  ) throws(FileFormatError) {
    try partial.withMutableBytes { (partial) throws(FileFormatError) in
      let count = sealed.count - BlockLayout.overhead
      partial.clear(count..<BlockLayout.plainBlock)
      var target = partial._mutatingExtracting(first: count)
      try cipher.open(block, sealed, into: &target, holes: holes)
    }
  }

  fileprivate mutating func sealPartial(
    _ block: Int, first count: Int, into sealed: inout MutableSpan<UInt8>
  ) throws(FileFormatError) {
    try partial.withBytes { (partial) throws(FileFormatError) in
      try cipher.seal(block, partial.extracting(first: count), into: &sealed)
    }
  }
}
