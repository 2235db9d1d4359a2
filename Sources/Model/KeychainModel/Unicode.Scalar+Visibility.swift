// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
  /// Whether a text looks the same without this character, or the character reverses the direction of the text.
  package var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}
