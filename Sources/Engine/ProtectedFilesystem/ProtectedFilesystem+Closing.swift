// SPDX-License-Identifier: Apache-2.0
import FuseSession
import LinuxSystem
import ProtectedFiles

// MARK: - The end

extension ProtectedFilesystem {
  /// Closes what programs still had open when the mount ended: keys are wiped, sizes are stored.
  package func close() {
    for file in nodes.files() {
      file.changing { state in
        state.openings = 0
        try? state.close()
      }
    }
    try? store.epochs.close()
  }

  /// Makes the sizes stored since the last time certain: due every half minute, on a thread that may wait for the disk.
  package func checkpoint() { try? store.epochs.checkpoint() }
}
