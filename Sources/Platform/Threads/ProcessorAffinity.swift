// SPDX-License-Identifier: Apache-2.0
import CLinux
package import SystemCalls

/// The processors on which threads run.
package enum ProcessorAffinity {
  /// Whether the calling thread has more than one to run on.
  package static var hasSeveral: Bool { clinux_processors() > 1 }

  /// Keeps the calling thread, and the threads and programs it starts from then on, on one processor.
  package static func runOn(_ processor: Int32) throws(SystemError) {
    _ = try retrying(.setaffinity) { clinux_run_on(processor) }
  }
}
