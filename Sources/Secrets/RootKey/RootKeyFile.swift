// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SecretMemory
import SystemCalls
import WireFormat

/// The file of a root key: open already, of fixed size, with the same record in two slots that lie in blocks of
/// their own. It is written once and wiped once. A power cut can leave at most one slot incomplete.
struct RootKeyFile: ~Copyable {
  static let slotSize = 4096
  static let size = 2 * slotSize

  private let file: FileDescriptor

  /// Refuses a file that others can reach: a root key in it would be no secret.
  init(_ file: consuming FileDescriptor) throws(RootKeyError) {
    let status: stat
    do { status = try file.status() } catch { throw .storage(error) }
    let forOthers: mode_t = 0o7177
    guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & forOthers == 0, status.st_uid == geteuid() else {
      throw .exposed(mode: status.st_mode, owner: status.st_uid)
    }
    self.file = file
  }

  /// The record of the first slot that is whole. The other slot is written again from it if it is not, or cannot be read.
  func load() throws(RootKeyError) -> RootKeyRecord {
    var unreadable: SystemError?
    for number in [0, 1] {
      do {
        guard let record = try slot(number).record() else { continue }
        if number == 1 || !isWhole(1) { restore(1 - number, from: record) }
        return record
      } catch {
        unreadable = error
      }
    }
    if let unreadable { throw .storage(unreadable) }
    // The second slot is written only after the first is whole. Where it is blank, creation was never finished.
    throw isBlank(1) ? .blank : .damaged
  }

  /// Writes both slots, one after the other.
  func store(_ record: borrowing RootKeyRecord) throws(RootKeyError) {
    do {
      try file.truncate(to: Self.size)
      try write(record, to: 0)
      try write(record, to: 1)
      try file.sync()
    } catch {
      throw .storage(error)
    }
  }

  /// Overwrites both slots, whatever is in them, and tries the second even when the first fails.
  func wipe() throws(RootKeyError) {
    var failure: SystemError?
    let zeros = [UInt8](repeating: 0, count: Self.slotSize)
    for slot in [0, 1] {
      do {
        try file.write(zeros.span, at: slot * Self.slotSize)
        try file.syncData()
      } catch {
        failure = error
      }
    }
    if let failure { throw .storage(failure) }
  }
}

// MARK: - Slots

extension RootKeyFile {
  private struct Slot: ~Copyable {
    let bytes: SecretBytes

    var isBlank: Bool {
      bytes.withBytes { bytes in bytes.indices.allSatisfy { bytes[$0] == 0 } }
    }

    func record() -> RootKeyRecord? {
      try? bytes.withBytes { bytes throws(WireError) in try RootKeyRecord(decoding: bytes) }
    }
  }

  private func slot(_ number: Int) throws(SystemError) -> Slot {
    Slot(
      bytes: try SecretBytes(count: Self.slotSize) { span throws(SystemError) in
        _ = try file.read(into: &span, at: number * Self.slotSize)
      })
  }

  private func isWhole(_ number: Int) -> Bool {
    guard let slot = try? slot(number) else { return false }
    return slot.record() != nil
  }

  private func isBlank(_ number: Int) -> Bool {
    guard let slot = try? slot(number) else { return false }
    return slot.isBlank
  }

  /// May fail: if the disk refuses, the other slot is still whole.
  private func restore(_ slot: Int, from record: borrowing RootKeyRecord) {
    try? write(record, to: slot)
  }

  private func write(_ record: borrowing RootKeyRecord, to slot: Int) throws(SystemError) {
    guard let buffer = try? record.encoded(slotSize: Self.slotSize) else {
      preconditionFailure("a record is smaller than its slot")
    }
    try buffer.withBytes { bytes throws(SystemError) in try file.write(bytes, at: slot * Self.slotSize) }
    try file.syncData()
  }
}
