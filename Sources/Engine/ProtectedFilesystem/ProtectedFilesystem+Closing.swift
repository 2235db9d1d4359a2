// SPDX-License-Identifier: Apache-2.0
import FuseSession
import LinuxSystem

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
  }
}
