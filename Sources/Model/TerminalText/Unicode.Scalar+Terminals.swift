// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
  /// Whether the character may make a terminal do something else than show it: a control character, or one that changes
  /// the direction of a line.
  package var steersTerminals: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isBidiControl
    }
  }
}
