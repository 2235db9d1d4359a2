// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
import Processes

extension ProcessInstance {
  /// Names a running process; nil where there is no such process.
  package init?(running process: Int32) {
    guard let ticks = try? ProcessStart.ticks(of: process), let boot = try? ProcessStart.boot() else { return nil }
    self.init(process: process, began: ticks, boot: boot)
  }
}
