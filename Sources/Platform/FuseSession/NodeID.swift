// SPDX-License-Identifier: Apache-2.0

/// The number by which the kernel names a file from `lookup` until it forgets it.
package struct NodeID: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The folder the mount shows: known without a lookup, never forgotten.
  package static let root = NodeID(rawValue: 1)
}
