// SPDX-License-Identifier: Apache-2.0
package import ProofModel

extension ProofPurpose {
  /// The purpose of a backup of all programs' items, under this key alone.
  package static func backup(_ use: BackupUse, _ key: BackupKey) -> ProofPurpose {
    switch use {
    case .write: .writeBackup(key: key.digest)
    case .restore: .restoreBackup(key: key.digest)
    }
  }
}
