// SPDX-License-Identifier: Apache-2.0

/// Cuts the bytes after the head of a backup into sealed records: each has its length (4) before it.
///
/// Any bytes are accepted: an impossible length gives `damaged`.
package struct BackupFrames: Sendable {
  private var rest: [UInt8] = []
  private var start = 0

  package enum Next: Equatable, Sendable {
    case record([UInt8])
    /// More bytes are needed.
    case more
    case damaged
  }

  package init() {}

  package var isEmpty: Bool { start == rest.count }

  package mutating func add(_ bytes: [UInt8]) {
    rest = Array(rest[start...]) + bytes
    start = 0
  }

  package mutating func next() -> Next {
    guard rest.count - start >= 4 else { return .more }
    let length = rest[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    guard length > 0, length <= BackupFormat.largestRecord else { return .damaged }
    guard rest.count - start >= 4 + length else { return .more }
    let record = Array(rest[start + 4..<start + 4 + length])
    start += 4 + length
    return .record(record)
  }

  package static func frame(_ record: [UInt8]) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: record.count >> (24 - 8 * $0)) } + record
  }
}
