// SPDX-License-Identifier: Apache-2.0

/// One element: where it lies in the bytes it was read from.
package struct DERElement: Equatable, Sendable {
  package let tag: DERTag
  /// The whole element, identifier and length included.
  package let encoded: Range<Int>
  /// What is inside.
  package let content: Range<Int>
  let depth: Int
}
