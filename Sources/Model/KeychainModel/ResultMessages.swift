// SPDX-License-Identifier: Apache-2.0

/// The texts of `SecCopyErrorMessageString`: those Apple's header prints behind each code.
package enum ResultMessages {
  /// The text of a code; nil for a code that has none.
  package static func text(for status: Int32) -> String? { table[status] }

  /// `OSStatus` and the number for a code that has none.
  package static func message(for status: Int32) -> String { text(for: status) ?? "OSStatus \(status)" }

  /// The first of the codes that are numbered without gaps.
  private static let firstReserved: Int32 = -67585

  private static let table: [Int32: String] = {
    var table: [Int32: String] = [:]
    for line in results.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2, let status = Int32(parts[0]) { table[status] = String(parts[1]) }
    }
    for (offset, text) in reserved.split(separator: "\n").enumerated() where text != "-" {
      table[firstReserved - Int32(offset)] = String(text)
    }
    return table
  }()
}
