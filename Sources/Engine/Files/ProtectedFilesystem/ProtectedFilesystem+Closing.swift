// SPDX-License-Identifier: Apache-2.0
import FuseSession
import ProtectedFiles
import SystemCalls

// MARK: - The end

extension ProtectedFilesystem {
  /// Closes what programs still had open when the mount ended: keys are wiped, sizes are stored.
  package func close() {
    for file in nodes.files() {
      file.changing { state in
        state.openings = 0
        // A file that cannot be settled is recovered when it is next opened.
        try? state.close()
      }
    }
    // Without this, sizes that were not synced count as in doubt at the next start.
    try? store.epochs.close()
  }

  /// Syncs the sizes stored since the last time. To be called every half minute, on a thread that may wait for the
  /// disk.
  package func checkpoint() {
    // After a failure those sizes stay in doubt, which is safe, until the next time.
    try? store.epochs.checkpoint()
  }
}
