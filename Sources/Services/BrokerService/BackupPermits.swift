// SPDX-License-Identifier: Apache-2.0
import KeychainBackup
import LinuxSystem

/// The keys of backups of everybody's items that the owner has allowed, until the next lock.
final class BackupPermits: Sendable {
  /// One person makes one backup at a time.
  private static let maximum = 4

  private let digests = Locked<[[UInt8]]>([])

  func add(_ key: BackupKey) {
    let digest = key.digest
    digests.withLock { $0 = Array(($0.filter { $0 != digest } + [digest]).suffix(Self.maximum)) }
  }

  func holds(_ key: BackupKey) -> Bool {
    let digest = key.digest
    return digests.withLock { $0.contains(digest) }
  }

  func forgetAll() { digests.withLock { $0 = [] } }
}
