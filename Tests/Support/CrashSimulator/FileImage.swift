// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The bytes of a file, quick to compare in unoptimised builds too.
package struct FileImage: Sendable, Hashable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package static func == (left: FileImage, right: FileImage) -> Bool {
    guard left.bytes.count == right.bytes.count else { return false }
    return unsafe left.bytes.withUnsafeBytes { left in
      unsafe right.bytes.withUnsafeBytes { right in
        guard let one = left.baseAddress, let other = right.baseAddress else { return true }
        return unsafe one == other || memcmp(one, other, left.count) == 0
      }
    }
  }

  package func hash(into hasher: inout Hasher) {
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}
