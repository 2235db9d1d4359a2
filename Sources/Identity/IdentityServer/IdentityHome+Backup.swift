// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
import Files
import Glibc
import IdentityModel
package import SecretMemory
import SystemCalls

// MARK: - Backups

extension IdentityHome {
  static let copyBeginning = ".\(databaseFile).copy-"

  /// Writes everything that the provider has into one new file that only the passphrase opens, while it serves or not, and reads it
  /// again before it says that it is there. Nothing in the folder is changed.
  package func backUp(
    to path: String, _ passphrase: borrowing SecretBytes, _ cost: Argon2id.Parameters = .recommended
  ) throws(Failure) {
    _ = try settings()
    let seal: BackupSeal
    do { seal = try BackupSeal(passphrase, cost) } catch { throw .backup(.crypto(error)) }
    do throws(BackupProblem) {
      let folder = try BackupProblem.system { () throws(SystemError) in try openFolder() }
      // What one that was killed left.
      folder.removeUnfinished(Self.copyBeginning)
      Self.removeRemains(in: folder)
      let copy = try BackupProblem.system { () throws(SystemError) in
        try UnfinishedFile(in: folder, Self.copyBeginning)
      }
      defer { Self.remove(copy.name, from: folder) }
      do { _ = try administer(AdministrativeRequest(.copy, ["file": copy.name])) } catch { throw .home(error) }
      let digest = try write(copy.name, folder, to: path, seal)
      // What cannot be read again is none.
      do throws(BackupProblem) {
        var written = DigestOfParts()
        try BackupReader(path, seal).read { part, content in written.add(part, content) }
        guard written.value == digest else { throw .backup(.damaged) }
      } catch {
        try? FileDescriptor.open(SplitPath(path).folder, O_RDONLY | O_DIRECTORY).unlink(SplitPath(path).name)
        throw error
      }
    } catch { throw error.failure }
  }

  private func write(
    _ copy: String, _ folder: borrowing FileDescriptor, to path: String, _ seal: BackupSeal
  ) throws(BackupProblem) -> [UInt8] {
    let file = try BackupProblem.system { () throws(SystemError) in try NewFile(path) }
    try BackupProblem.system { () throws(SystemError) in try file.append(seal.head.bytes) }
    var (number, digest) = (UInt64(0), DigestOfParts())
    func append(_ part: BackupPart, _ content: borrowing SecretBytes) throws(BackupProblem) {
      if part != .beginning, part != .end { digest.add(part, content) }
      let frame: [UInt8]
      do { frame = try seal.frame(part, content, number: number) } catch { throw .backup(.crypto(error)) }
      number += 1
      try BackupProblem.system { () throws(SystemError) in try file.append(frame) }
    }
    try append(.beginning, Self.nothing)
    for (part, name) in [
      (BackupPart.settings, Self.settingsFile), (.rootKey, Self.rootKeyFile), (.database, copy),
    ] {
      let source = try BackupProblem.system { () throws(SystemError) in try folder.open(name, O_RDONLY | O_NOFOLLOW) }
      var offset = 0
      // Settings and root key are one part each: a backup of longer ones is refused when it is read again.
      while let content = try Self.content(of: source, at: offset) {
        try append(part, content)
        offset += content.count
      }
    }
    try append(.end, Self.nothing)
    try BackupProblem.system { () throws(SystemError) in try file.finish() }
    return digest.value
  }

  /// What the parts have that say nothing.
  private static var nothing: SecretBytes { SecretBytes(count: 1) { _ in } }

  /// Reads the next content of a copy; nil at the end.
  private static func content(
    of file: borrowing FileDescriptor, at offset: Int
  ) throws(BackupProblem) -> SecretBytes? {
    try BackupProblem.system { () throws(SystemError) in
      let rest = Int(try file.status().st_size) - offset
      guard rest > 0 else { return nil }
      return try SecretBytes(count: min(BackupPart.largest, rest)) { (span) throws(SystemError) in
        let count = try file.read(into: &span, at: offset)
        guard count == span.count else { throw SystemError(.read, code: EIO) }
      }
    }
  }

  /// What SQLite had put beside copies that are gone.
  private static func removeRemains(in folder: borrowing FileDescriptor) {
    var names: [String] = []
    try? folder.forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    for name in names where name.hasPrefix(copyBeginning) {
      guard let ending = databaseEndings.first(where: { !$0.isEmpty && name.hasSuffix($0) }) else { continue }
      let copy = name.dropLast(ending.count)
      guard UInt64(copy.dropFirst(copyBeginning.count)) != nil, !names.contains(String(copy)) else { continue }
      try? folder.unlink(name)
    }
  }

  /// Removes a copy of the database with what SQLite puts beside it. What cannot be removed the next backup removes.
  private static func remove(_ copy: String, from folder: borrowing FileDescriptor) {
    for name in databaseEndings.map({ copy + $0 }) { try? folder.unlink(name) }
  }
}

/// A digest of parts in their order.
struct DigestOfParts {
  private var sum: [UInt8] = []
  var value: [UInt8] { sum }

  mutating func add(_ part: BackupPart, _ content: borrowing SecretBytes) {
    let digest = content.withBytes { SHA256.hash($0) }
    sum = SHA256.hash((sum + [part.rawValue] + digest).span)
  }
}

/// A failure of the folder's, or of the backup's.
enum BackupProblem: Error {
  case home(IdentityHome.Failure)
  case backup(BackupFailure)

  var failure: IdentityHome.Failure {
    switch self {
    case .home(let failure): failure
    case .backup(let failure): .backup(failure)
    }
  }

  static func system<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
  ) throws(BackupProblem) -> Result {
    do { return try body() } catch { throw .home(.system(error)) }
  }
}
