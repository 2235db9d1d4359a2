// SPDX-License-Identifier: Apache-2.0

/// Why bytes are not the DER (X.690) that a format requires.
package enum DERError: Error, Equatable, Sendable {
  /// The bytes end inside an element.
  case short
  /// The bytes go on after the last element.
  case long
  /// BER that DER does not allow: an indefinite or padded length, a padded number, a string in pieces.
  case notCanonical
  /// The element is another than expected.
  case unexpectedTag(DERTag)
  /// The content is not valid for the type.
  case badValue
  /// Elements nest deeper than any format Bailey reads.
  case tooDeep
  /// A tag number above 30, which no format Bailey reads has.
  case unsupportedTag
}
