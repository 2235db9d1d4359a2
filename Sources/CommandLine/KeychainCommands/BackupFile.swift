// SPDX-License-Identifier: Apache-2.0
import Advice
import CryptoPrimitives
import Glibc
import KeychainBackup
import KeychainModel
import SecretMemory
import SystemCalls

/// A backup to be restored.
final class BackupFile {
  private static let pieceSize = 1 << 20
  /// Roughly how many bytes of records go to `baileyd` at once.
  private static let batchSize = 512 << 10

  let head: BackupHead
  let path: String
  private let file: FileDescriptor

  init(_ path: String) throws(CommandFailure) {
    self.path = path
    let bytes: [UInt8]
    do {
      file = try FileDescriptor.open(path, O_RDONLY)
      bytes = try file.read(count: BackupHead.size, at: 0)
    } catch {
      throw .file(path: path, error)
    }
    guard let head = BackupHead(bytes.span) else { throw .noBackup(path: path) }
    self.head = head
  }

  /// Authenticates every byte, and returns what the backup holds.
  func check(_ key: BackupKey) throws(CommandFailure) -> BackupContents {
    try forEachRecord(key, otherwise: .damagedBackup(path: path)) { _, _ in }
  }

  /// Consecutive records of one keychain.
  struct Batch {
    var keychain: KeychainName?
    var first = 0
    var records: [[UInt8]] = []
    var numbers: Range<Int> { first..<first + records.count }
  }

  /// Authenticates every byte a second time: the file may have been written to since `check`.
  func forEachBatch(_ key: BackupKey, _ body: (Batch) throws(CommandFailure) -> Void) throws(CommandFailure) {
    var batch = Batch()
    var size = 0
    _ = try forEachRecord(key, otherwise: .changedBackup(path: path)) { (record, contents) throws(CommandFailure) in
      let number = contents.records - 1
      // What `baileyd` gets is numbered one after the other. Passkeys go another way.
      guard !contents.isPasskey(number) else {
        if !batch.records.isEmpty { try body(batch) }
        (batch, size) = (Batch(keychain: contents.keychain(of: number), first: number + 1), 0)
        return
      }
      let keychain = contents.keychain(of: number)
      if size >= Self.batchSize || keychain != batch.keychain {
        if !batch.records.isEmpty { try body(batch) }
        (batch, size) = (Batch(keychain: keychain, first: number), 0)
      }
      batch.records.append(record)
      size += record.count
    }
    if !batch.records.isEmpty { try body(batch) }
  }

  /// The passkeys, each authenticated as the records are.
  func passkeys(_ key: BackupKey) throws(CommandFailure) -> [BackupPasskey] {
    var found: [BackupPasskey] = []
    _ = try forEachRecord(key, otherwise: .changedBackup(path: path)) { (record, contents) throws(CommandFailure) in
      let number = contents.records - 1
      guard contents.isPasskey(number) else { return }
      guard let plain = try? key.open(record.span, number: UInt64(number)),
        let passkey = plain.withBytes({ try? BackupPasskey(decoding: $0) })
      else { throw .changedBackup(path: path) }
      found.append(passkey)
    }
    return found
  }

  /// Gives each record, with what the backup holds up to it. Throws where the end record is missing: the file is truncated.
  private func forEachRecord(
    _ key: BackupKey, otherwise failure: CommandFailure,
    _ body: ([UInt8], BackupContents) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> BackupContents {
    var contents = BackupContents()
    var frames = BackupFrames()
    var offset = BackupHead.size
    while true {
      let piece: [UInt8]
      do { piece = try file.read(count: Self.pieceSize, at: offset) } catch { throw .file(path: path, error) }
      offset += piece.count
      frames.add(piece)
      while case .record(let record) = frames.next() {
        guard let plain = try? key.open(record.span, number: UInt64(contents.records)),
          plain.withBytes({ contents.add($0) })
        else { throw failure }
        if !contents.isWhole { try body(record, contents) }
      }
      guard frames.next() == .more else { throw failure }
      if piece.isEmpty { break }
    }
    guard frames.isEmpty, contents.isWhole else { throw failure }
    return contents
  }
}
