// SPDX-License-Identifier: Apache-2.0
package import CoreFoundation

/// The texts of `SecCopyErrorMessageString`: those Apple's header prints behind each code.
package enum ResultMessages {
  package static func text(for status: OSStatus) -> String? { table[status] }

  private static let table: [OSStatus: String] = {
    var table: [OSStatus: String] = [:]
    for line in results.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2, let status = OSStatus(parts[0]) { table[status] = String(parts[1]) }
    }
    for (offset, text) in reserved.split(separator: "\n").enumerated() where text != "-" {
      table[errSecServiceNotAvailable - OSStatus(offset)] = String(text)
    }
    return table
  }()
}
