// SPDX-License-Identifier: Apache-2.0

/// A piece of a page. What is put into it as text stays text: it is escaped, also inside the quotation marks of an attribute.
package struct HTML: Sendable, ExpressibleByStringInterpolation {
  package let text: String

  package init(stringLiteral literal: String) { text = literal }
  package init(stringInterpolation parts: StringInterpolation) { text = parts.text }
  private init(_ text: String) { self.text = text }

  package static func joined(_ pieces: [HTML]) -> HTML { HTML(pieces.map(\.text).joined()) }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ piece: HTML) { text += piece.text }

    package mutating func appendInterpolation(_ words: String) {
      for scalar in words.unicodeScalars {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        case "'": text += "&#39;"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }
}
