// SPDX-License-Identifier: Apache-2.0

/// Why bytes give no JSON value.
package enum JSONError: Error, Equatable, Sendable {
  /// The bytes are no JSON, and this line, counted from 1, is the first that shows it.
  case malformed(line: Int)
  case tooLarge
  /// Deeper, or with more values, than the limits allow.
  case tooComplex
  /// An object has two members of this name.
  case repeatedName(String)
}

/// The limits of a reader, above which it refuses the text.
package struct JSONLimits: Sendable {
  package let bytes: Int
  /// How many arrays and objects may enclose a value.
  package let depth: Int
  /// The most values in all.
  package let values: Int

  package init(bytes: Int, depth: Int, values: Int) {
    self.bytes = bytes
    self.depth = depth
    self.values = values
  }
}
