// SPDX-License-Identifier: Apache-2.0
package import KeychainBackup
import LockFollowing
import Threads

/// The keys of backups of everybody's items that the owner has allowed, until the next lock.
package final class BackupPermits: Sendable {
  /// The maximum number of permits: a person makes one backup at a time.
  private static let maximum = 4

  private struct Permit: Equatable {
    let use: BackupUse
    let digest: [UInt8]
  }

  private let permits = Locked<[Permit]>([])

  package init() {}

  package func add(_ use: BackupUse, _ key: BackupKey) {
    let permit = Permit(use: use, digest: key.digest)
    permits.withLock { $0 = Array(($0.filter { $0 != permit } + [permit]).suffix(Self.maximum)) }
  }

  package func holds(_ use: BackupUse, _ key: BackupKey) -> Bool {
    let permit = Permit(use: use, digest: key.digest)
    return permits.withLock { $0.contains(permit) }
  }

  package func forgetAll() { permits.withLock { $0 = [] } }
}

extension BackupPermits: LockFollower {
  package func keysWillGo() { forgetAll() }
}
