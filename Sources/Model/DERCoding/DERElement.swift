// SPDX-License-Identifier: Apache-2.0

/// The position of an element in the bytes it was read from.
package struct DERElement: Equatable, Sendable {
  package let tag: DERTag
  /// The whole element, identifier and length included.
  package let encoded: Range<Int>
  /// The contents of the element.
  package let content: Range<Int>
  let depth: Int
}
