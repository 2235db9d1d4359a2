// SPDX-License-Identifier: Apache-2.0
import SecretMemory
import SystemCalls
import WireFormat

/// A record kept twice in one file of fixed size and changed in place, because the enclave opens no file once it runs.
///
/// A change writes the older slot, syncs, then brings the other slot to the same contents and syncs again. A power cut can
/// leave at most one slot incomplete, and nothing of the old record stays behind. A slot is a magic number
/// (8 bytes), a sequence number (8) and what the seal makes of the contents; the rest is zero.
struct TwoSlotRecord: ~Copyable {
  static let slotSize = 4096
  static let fileSize = 2 * slotSize

  private let file: any ByteStore
  private let seal: any SlotSeal
  private var sequence: UInt64 = 0
  private var newest = 0
  private var current: SecretBytes?
  /// A slot that may hold the record of a failed change, because writing the old record back failed too.
  private var doubtful: Int?

  init(in file: any ByteStore, sealedBy seal: any SlotSeal) {
    self.file = file
    self.seal = seal
  }

  /// The contents of a file.
  enum Contents: ~Copyable {
    /// The slots hold nothing but zeros: never written, or wiped.
    case blank
    /// A slot is zeros and the other is no record: the first write ever or a wipe was interrupted.
    case half
    /// The slots hold something, but no record that this seal opens.
    case damaged
    case record(SecretBytes)
  }

  /// The error of a slot that could not be read, while the other one counts.
  private(set) var unreadable: SystemError?

  /// A slot that is incomplete or older is written again from the other. A slot that cannot be read may be the newer one, so
  /// it stays as it is until the next change writes both. Therefore a caller whose change must not be undone proceeds only
  /// after both slots have it. If no slot is whole and one cannot be read, the error is thrown.
  mutating func load() throws(SystemError) -> Contents {
    var slots: [Slot] = []
    for number in [0, 1] {
      do {
        slots.append(try read(number))
      } catch {
        slots.append(Slot())
        unreadable = error
      }
    }
    if slots.allSatisfy({ $0.isBlank }) { return .blank }
    guard
      let newest = [0, 1].filter({ slots[$0].contents != nil }).max(by: { slots[$0].sequence < slots[$1].sequence }),
      let contents = slots[newest].contents
    else {
      if let unreadable { throw unreadable }
      return slots.contains { $0.isBlank } ? .half : .damaged
    }
    sequence = slots[newest].sequence
    self.newest = newest
    current = contents.secret.duplicate()
    if unreadable == nil, slots[1 - newest].contents == nil || slots[1 - newest].sequence != sequence {
      // There was a power cut between the two writes. May fail: the next change tries again.
      try? write(contents.secret, sequence, to: 1 - newest)
    }
    return .record(contents.secret.duplicate())
  }

  /// The change is durable when this returns. When it throws, the old record stays in force.
  ///
  /// After `inDoubt`, a restart may find either record. Nothing else is stored until the old record has been written back.
  mutating func store(_ contents: borrowing SecretBytes) throws(KeybagError) -> CommitOutcome {
    try settleDoubt()
    let target = 1 - newest
    do {
      try write(contents, sequence + 1, to: target)
    } catch {
      let code = error.code
      do { try putBack(to: target) } catch {
        doubtful = target
        throw .inDoubt(code: code)
      }
      throw .storage(code: code)
    }
    sequence += 1
    newest = target
    current = contents.duplicate()
    do {
      try write(contents, sequence, to: 1 - target)
      unreadable = nil
      return .clean
    } catch {
      return .oldCopyRemains(error)
    }
  }

  /// Writes a record over both slots, whatever they hold. It is in force once one slot is durable, and no change that failed
  /// before can come back. If neither write succeeds, the old record stays in force.
  mutating func supersede(with contents: borrowing SecretBytes) throws(KeybagError) -> CommitOutcome {
    // A failed change, and the write that took it back, may have used the next two numbers.
    let next = sequence + 3
    var failures: [SystemError] = []
    for slot in [1 - newest, newest] {
      do { try write(contents, next, to: slot) } catch { failures.append(error) }
    }
    if failures.count == 2 { throw .inDoubt(code: failures[0].code) }
    sequence = next
    current = contents.duplicate()
    doubtful = nil
    return failures.first.map { .oldCopyRemains($0) } ?? .clean
  }

  /// Whether nothing was ever written. An unreadable slot throws, unless the other one shows that something was.
  borrowing func isBlank() throws(SystemError) -> Bool {
    var unreadable: SystemError?
    for slot in [0, 1] {
      do {
        if try !read(slot).isBlank { return false }
      } catch {
        unreadable = error
      }
    }
    if let unreadable { throw unreadable }
    return true
  }

  /// Overwrites both slots, whatever is in them.
  mutating func wipe() throws(SystemError) {
    current = nil
    doubtful = nil
    var failure: SystemError?
    for slot in [0, 1] {
      do { try overwrite(slot) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

/// The way in which a change got to the disk.
enum CommitOutcome: Equatable {
  case clean
  /// The change is durable, but the other slot still holds what was before.
  case oldCopyRemains(SystemError)

  func report() throws(KeybagError) {
    if case .oldCopyRemains(let error) = self { throw .oldCopyRemains(code: error.code) }
  }
}

/// The seal that makes the contents of a slot authentic.
protocol SlotSeal {
  var magic: UInt64 { get }
  /// Appends the sealed contents after the head that is in the slot already.
  func seal(_ contents: Span<UInt8>, into slot: inout WireBuffer) throws(WireError)
  /// The contents, or nil where they are not what was sealed with this head.
  func open(_ slot: Span<UInt8>, after head: Int) -> SecretBytes?
}

// MARK: - Slots

extension TwoSlotRecord {
  private static let headSize = 16

  private struct Slot {
    var isBlank = false
    var sequence: UInt64 = 0
    var contents: SharedSecret?
  }

  /// Restores a slot after a failed write, which may have left the new record or a part of it. Writes the old record
  /// over it, with a higher number.
  private mutating func putBack(to slot: Int) throws(SystemError) {
    guard let old = current?.duplicate() else { return try overwrite(slot) }
    try write(old, sequence + 2, to: slot)
    sequence += 2
    newest = slot
  }

  private mutating func settleDoubt() throws(KeybagError) {
    guard let slot = doubtful else { return }
    do { try putBack(to: slot) } catch { throw .inDoubt(code: error.code) }
    doubtful = nil
  }

  private func read(_ slot: Int) throws(SystemError) -> Slot {
    var buffer = WireBuffer(capacity: Self.slotSize)
    try buffer.fill { span throws(SystemError) in
      let count = try file.read(into: &span, at: slot * Self.slotSize)
      for index in count..<span.count { span[index] = 0 }
      return span.count
    }
    return buffer.withBytes { bytes in
      if bytes.indices.allSatisfy({ bytes[$0] == 0 }) { return Slot(isBlank: true) }
      var cursor = WireCursor()
      guard let magic = try? cursor.integer(UInt64.self, in: bytes), magic == seal.magic,
        let sequence = try? cursor.integer(UInt64.self, in: bytes),
        let contents = seal.open(bytes, after: Self.headSize)
      else { return Slot() }
      return Slot(sequence: sequence, contents: SharedSecret(contents))
    }
  }

  private func write(_ contents: borrowing SecretBytes, _ sequence: UInt64, to slot: Int) throws(SystemError) {
    var buffer = WireBuffer(capacity: Self.slotSize)
    do {
      try buffer.append(integer: seal.magic)
      try buffer.append(integer: sequence)
      try contents.withBytes { (bytes) throws(WireError) in try seal.seal(bytes, into: &buffer) }
      try buffer.append(bytes: [UInt8](repeating: 0, count: Self.slotSize - buffer.count).span)
    } catch {
      preconditionFailure("a record is smaller than its slot")
    }
    try buffer.withBytes { bytes throws(SystemError) in try file.write(bytes, at: slot * Self.slotSize) }
    try file.syncData()
  }

  private func overwrite(_ slot: Int) throws(SystemError) {
    try file.write([UInt8](repeating: 0, count: Self.slotSize).span, at: slot * Self.slotSize)
    try file.syncData()
  }
}
