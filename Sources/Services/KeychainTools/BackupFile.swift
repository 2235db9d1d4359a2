// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Glibc
import KeychainBackup
import KeychainModel
import LinuxSystem
import SecretMemory

/// A backup to be restored.
final class BackupFile {
  private static let pieceSize = 1 << 20
  /// So many bytes of records, roughly, go to `baileyd` at once.
  private static let batchSize = 512 << 10

  let head: BackupHead
  private let path: String
  private let file: FileDescriptor

  init(_ path: String) throws(ToolFailure) {
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

  /// What there is, once every byte has been found to be as it was written.
  func check(_ key: BackupKey) throws(ToolFailure) -> BackupContents {
    var contents = BackupContents()
    try forEachRecord { (record) throws(ToolFailure) in
      guard let plain = try? key.open(record.span, number: UInt64(contents.records)),
        plain.withBytes({ contents.add($0) })
      else { throw .damagedBackup(path: path) }
    }
    guard contents.isWhole else { throw .damagedBackup(path: path) }
    return contents
  }

  /// Records that come one after the other and are of one keychain.
  struct Batch {
    var keychain: KeychainName?
    var first = 0
    var records: [[UInt8]] = []
    var numbers: Range<Int> { first..<first + records.count }
  }

  func forEachBatch(of contents: BackupContents, _ body: (Batch) throws(ToolFailure) -> Void) throws(ToolFailure) {
    var batch = Batch()
    var size = 0, seen = 0
    try forEachRecord { (record) throws(ToolFailure) in
      guard seen < contents.records else { return }
      let keychain = contents.keychain(of: seen)
      if size >= Self.batchSize || keychain != batch.keychain {
        if !batch.records.isEmpty { try body(batch) }
        (batch, size) = (Batch(keychain: keychain, first: seen), 0)
      }
      batch.records.append(record)
      size += record.count
      seen += 1
    }
    if !batch.records.isEmpty { try body(batch) }
  }

  private func forEachRecord(_ body: ([UInt8]) throws(ToolFailure) -> Void) throws(ToolFailure) {
    var frames = BackupFrames()
    var offset = BackupHead.size
    while true {
      let piece: [UInt8]
      do { piece = try file.read(count: Self.pieceSize, at: offset) } catch { throw .file(path: path, error) }
      offset += piece.count
      frames.add(piece)
      while case .record(let record) = frames.next() { try body(record) }
      guard frames.next() == .more else { throw .damagedBackup(path: path) }
      if piece.isEmpty { break }
    }
    guard frames.isEmpty else { throw .damagedBackup(path: path) }
  }
}
