// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem

/// The file that a transaction is written to first.
package enum WriteAheadLog {
  package enum Growth: Sendable {
    /// For a database that is written often: `reserve` is called for it.
    case reserved
    /// With what is written.
    case growing
  }

  /// As much as the library writes before it puts the pages into their place and starts the log anew: a thousand pages.
  /// More than this is cut off then.
  static let size = 4 << 20

  /// Fills the log of a database up with zeros, which the library takes for its end.
  ///
  /// Where a file grows, the disk has to be told its new length with every transaction, which takes as long again as
  /// the transaction; what is overwritten costs itself alone. Without room the log grows as before.
  static func reserve(for database: String) {
    guard let log = try? FileDescriptor.open(database + "-wal", O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600),
      let written = try? Int(log.status().st_size), written < size
    else { return }
    let zeros = [UInt8](repeating: 0, count: 256 << 10)
    do throws(SystemError) {
      for offset in stride(from: written, to: size, by: zeros.count) {
        try log.write(zeros.span.extracting(0..<min(zeros.count, size - offset)), at: offset)
      }
    } catch {
      // Others may need the little that is left.
      try? log.truncate(to: written)
    }
  }
}
