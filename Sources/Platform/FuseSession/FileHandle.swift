// SPDX-License-Identifier: Apache-2.0

/// The number the filesystem gave an open file or directory; the kernel repeats it until release.
package struct FileHandle: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }
}
