// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

/// The write-ahead log: the file that a transaction is written to first.
package enum WriteAheadLog {
  package enum Growth: Sendable {
    /// The whole size of the log is allocated at the start, for a database that is written often.
    case reserved
    /// The log grows with each transaction.
    case growing
  }

  /// How large the log grows before SQLite moves its pages into the file and starts it anew: about a thousand pages. A
  /// larger log is truncated to this then.
  static let size = 4 << 20

  /// Extends the log of a database with zeros, which SQLite takes for the end of the log.
  ///
  /// If a transaction makes the file longer, syncing it writes the new length too, which takes as long again. A
  /// transaction that overwrites zeros does not. If this fails, for want of room, the log grows as usual.
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
      // The disk is nearly full, so the room is given back.
      try? log.truncate(to: written)
    }
  }
}
