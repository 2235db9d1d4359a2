// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Glibc
import KeychainBackup
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

  /// How many items there are, once every byte has been found to be as it was written.
  func check(_ key: BackupKey) throws(ToolFailure) -> Int {
    var number: UInt64 = 0
    var end: Int?
    try forEachRecord { (record) throws(ToolFailure) in
      guard end == nil, let plain = try? key.open(record.span, number: number) else { throw .damagedBackup(path: path) }
      switch plain.withBytes({ BackupFormat.judge($0, number: number) }) {
      case .item: number += 1
      case .end: end = Int(number)
      case .none: throw .damagedBackup(path: path)
      }
    }
    guard let end else { throw .damagedBackup(path: path) }
    return end
  }

  func forEachBatch(of total: Int, _ body: ([[UInt8]]) throws(ToolFailure) -> Void) throws(ToolFailure) {
    var batch: [[UInt8]] = []
    var size = 0, seen = 0
    try forEachRecord { (record) throws(ToolFailure) in
      seen += 1
      guard seen <= total else { return }
      batch.append(record)
      size += record.count
      guard size >= Self.batchSize || seen == total else { return }
      try body(batch)
      (batch, size) = ([], 0)
    }
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
