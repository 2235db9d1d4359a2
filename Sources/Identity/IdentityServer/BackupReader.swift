// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Files
import Glibc
import IdentityModel
import SecretMemory
import SystemCalls

/// Reads the file of a backup: each part is what was sealed, in its order, and none is missing.
struct BackupReader: ~Copyable {
  private let file: FileDescriptor
  private let seal: BackupSeal

  init(_ path: String, _ seal: BackupSeal) throws(BackupProblem) {
    file = try Self.open(path)
    self.seal = seal
  }

  /// Costs what the head asks for; more than this program ever asks for is refused.
  init(_ path: String, _ passphrase: borrowing SecretBytes) throws(BackupProblem) {
    try self.init(path, try Self.seal(path, passphrase))
  }

  private static func seal(
    _ path: String, _ passphrase: borrowing SecretBytes
  ) throws(BackupProblem) -> BackupSeal {
    let bytes = try bytes(try open(path), count: BackupHead.size, at: 0)
    guard let head = BackupHead(bytes) else { throw .backup(.notBackup) }
    do { return try BackupSeal(passphrase, head) } catch { throw .backup(.crypto(error)) }
  }

  private static func open(_ path: String) throws(BackupProblem) -> FileDescriptor {
    try BackupProblem.system { () throws(SystemError) in try FileDescriptor.open(path, O_RDONLY) }
  }

  private static func bytes(
    _ file: borrowing FileDescriptor, count: Int, at offset: Int
  ) throws(BackupProblem) -> [UInt8] {
    try BackupProblem.system { () throws(SystemError) in try file.read(count: count, at: offset) }
  }

  /// Hands over each part of settings, root key and database. What was handed over before it throws is nothing.
  borrowing func read(
    _ body: (BackupPart, borrowing SecretBytes) throws(BackupProblem) -> Void
  ) throws(BackupProblem) {
    var (offset, number, former) = (BackupHead.size, UInt64(0), BackupPart?.none)
    while former != .end {
      let prefix = try Self.bytes(file, count: BackupPart.prefixSize, at: offset)
      guard let (part, count) = BackupPart.next(prefix), part.mayFollow(former) else { throw .backup(.damaged) }
      let sealed = try Self.bytes(file, count: count, at: offset + BackupPart.prefixSize)
      guard sealed.count == count else { throw .backup(.damaged) }
      let content: SecretBytes
      do { content = try seal.open(part, sealed, number: number) } catch {
        throw .backup(former == nil ? .wrongPassphrase : .damaged)
      }
      if part != .beginning, part != .end { try body(part, content) }
      (offset, number, former) = (offset + BackupPart.prefixSize + count, number + 1, part)
    }
    guard try Self.bytes(file, count: 1, at: offset).isEmpty else { throw .backup(.damaged) }
  }
}
