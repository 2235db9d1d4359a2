// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls

// MARK: - Whole-file locks

extension FileDescriptor {
  /// Takes the file's advisory lock for as long as it stays open; false if another open file has it.
  package func tryLock() throws(SystemError) -> Bool {
    try FaultPlan.check(.flock, raw)
    do {
      _ = try retrying(.flock) { flock(raw, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.code == EWOULDBLOCK { return false }
      throw error
    }
  }
}
