// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The time to remove the log's oldest lines: with the first line that this process writes, and with some of those that follow.
final class LogTidying: Sendable {
  private static let interval: UInt64 = 64
  private let lines = Atomic(UInt64(0))

  /// Counts a line.
  var isDue: Bool { lines.wrappingAdd(1, ordering: .relaxed).oldValue % Self.interval == 0 }
}
