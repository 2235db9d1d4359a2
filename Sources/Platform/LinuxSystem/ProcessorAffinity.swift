// SPDX-License-Identifier: Apache-2.0
import CLinux

/// On which processors threads run.
package enum ProcessorAffinity {
  /// Keeps the calling thread, and the threads and programs it starts from then on, on one processor.
  package static func runOn(_ processor: Int32) throws(SystemError) {
    _ = try retrying(.setaffinity) { clinux_run_on(processor) }
  }
}
