// SPDX-License-Identifier: Apache-2.0

/// Text among elements, of XML and of notifications.
enum Markup {
  /// A mark may combine with a sign into one character, and the sign is read by itself all the same.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
