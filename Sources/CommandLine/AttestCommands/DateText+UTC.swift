// SPDX-License-Identifier: Apache-2.0
import TerminalConsole

extension DateText {
  private static let referenceDate = 978_307_200

  /// RFC 3339, of seconds since 1970.
  static func utc(_ seconds: Int64) -> String {
    text(secondsSinceReferenceDate: Double(seconds) - Double(referenceDate))
  }
}
