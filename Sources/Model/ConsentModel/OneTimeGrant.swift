// SPDX-License-Identifier: Apache-2.0
import PromptModel

/// A process of one start of the machine. Its number alone comes to mean another process.
package struct ProcessInstance: Sendable, Hashable {
  package let process: Int32
  /// The start of the process in ticks since the machine started.
  package let began: UInt64
  /// The kernel's random identifier of this start of the machine.
  package let boot: String

  package static let longestBoot = 64

  package init?(process: Int32, began: UInt64, boot: String) {
    guard process > 0, (1...Self.longestBoot).contains(boot.utf8.count) else { return nil }
    self.process = process
    self.began = began
    self.boot = boot
  }
}

// MARK: - What is allowed once

extension ConsentRow {
  /// A grant for one time is one process's, and ends with it: what runs later has another instance. Nil for an answer that lasts.
  func oneTimeCondition(in running: ProcessInstance?) -> ConsentListing.Condition? {
    instance.map { $0 == running ? .once : .over }
  }
}

extension ConsentCase {
  /// The precise location is asked for until the app ends, whatever the answer is.
  func isOneTime(_ choice: ConsentChoice) -> Bool { choice == .allowOnce || service == .temporaryPreciseLocation }
}
