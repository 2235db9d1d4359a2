// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A piece of a text: words, or the place of a value and how that is written (`%lld`).
package enum TextPiece: Equatable, Sendable {
  case words(String)
  case value(Int, specifier: String)
}

/// A text in one language, in the forms that numbers and devices give it.
struct LocalizedText: Sendable {
  indirect enum Form: Sendable {
    case text(String)
    case plural([PluralCategory: Form])
    case device([String: Form])
  }

  /// The replacement of `%#@NAME@` in a text.
  struct Substitution: Sendable {
    /// The position of the value, counted from 1; nil for the next one.
    var place: Int?
    var specifier: String?
    var form: Form
  }

  let form: Form
  let substitutions: [String: Substitution]

  init(_ form: Form, _ substitutions: [String: Substitution] = [:]) {
    (self.form, self.substitutions) = (form, substitutions)
  }
  init(_ text: String) { self.init(.text(text)) }

  func pieces(_ numbers: [Double?], _ locale: Locale) -> [TextPiece] {
    var writing = TextWriting(text: self, numbers: numbers, locale: locale)
    writing.write(form, about: nil, depth: 0)
    return writing.pieces
  }
}

/// A text while its values get their places.
private struct TextWriting {
  let text: LocalizedText
  let numbers: [Double?]
  let locale: Locale
  var pieces: [TextPiece] = []
  /// The value that a conversion without a number takes.
  private var next = 0

  init(text: LocalizedText, numbers: [Double?], locale: Locale) {
    (self.text, self.numbers, self.locale) = (text, numbers, locale)
  }

  /// `subject` is the substitution that the form belongs to, and its value.
  mutating func write(_ form: LocalizedText.Form, about subject: (value: Int, specifier: String?)?, depth: Int) {
    // Substitutions name each other: a file may go round in circles.
    guard depth < 8 else { return }
    switch form {
    case .text(let template): write(template, about: subject, depth: depth)
    case .device(let forms):
      let name = ["iphone", "other", "ipad", "mac"].first { forms[$0] != nil } ?? forms.keys.min()
      if let form = name.flatMap({ forms[$0] }) { write(form, about: subject, depth: depth + 1) }
    case .plural(let forms):
      let index = subject?.value ?? numbers.firstIndex { $0 != nil }
      let number = index.flatMap { numbers.indices.contains($0) ? numbers[$0] : nil } ?? 0
      let category = PluralCategory.category(of: number, in: locale)
      let form = (number == 0 ? forms[.zero] : nil) ?? forms[category] ?? forms[.other]
      if let form { write(form, about: subject, depth: depth + 1) }
    }
  }

  private mutating func write(_ template: String, about subject: (value: Int, specifier: String?)?, depth: Int) {
    var rest = template[...]
    while let mark = rest.firstIndex(of: "%") {
      words(rest[..<mark])
      rest = rest[mark...]
      if rest.hasPrefix("%%") {
        words("%")
        rest = rest.dropFirst(2)
      } else if let subject, rest.hasPrefix("%arg") {
        value(subject.value, subject.specifier ?? "%lld")
        rest = rest.dropFirst(4)
      } else if let named = rest.prefixMatch(of: /%(?:(\d{1,3})\$)?#@([^@]+)@/),
        let substitution = text.substitutions[String(named.2)]
      {
        let place = named.1.flatMap { Int($0) } ?? substitution.place
        let index = place.map { $0 - 1 } ?? subject?.value ?? next
        if place == nil, subject == nil { next += 1 }
        write(substitution.form, about: (index, substitution.specifier), depth: depth + 1)
        rest = rest[named.range.upperBound...]
      } else if let conversion = rest.prefixMatch(of: Self.conversion),
        let index = taken(conversion.output.1.flatMap { Int($0) }, subject?.value)
      {
        value(index, "%" + conversion.output.2)
        rest = rest[conversion.range.upperBound...]
      } else {
        // What is no conversion stays as it stands, and takes no value.
        words("%")
        rest = rest.dropFirst()
      }
    }
    words(rest)
  }

  /// The conversions of C that values have; the flag ` ` is left out, because `50 % der` is a text.
  private static var conversion: Regex<(Substring, Substring?, Substring)> {
    /%(?:(\d{1,3})\$)?([-+0#']*\d{0,3}(?:\.\d{0,3})?(?:hh|h|ll|l|q|L|z|t|j)?[@dDiuUxXoOeEfFgGaA])/
  }

  /// The index of the value that a conversion takes; nil where there are not so many values.
  private mutating func taken(_ place: Int?, _ subject: Int?) -> Int? {
    let index = place.map { $0 - 1 } ?? subject ?? next
    guard numbers.indices.contains(index) else { return nil }
    if place == nil, subject == nil { next += 1 }
    return index
  }

  private mutating func words(_ words: Substring) {
    guard !words.isEmpty else { return }
    if case .words(let before) = pieces.last {
      pieces[pieces.count - 1] = .words(before + words)
    } else {
      pieces.append(.words(String(words)))
    }
  }

  private mutating func value(_ index: Int, _ specifier: String) {
    if numbers.indices.contains(index) { pieces.append(.value(index, specifier: specifier)) }
  }
}
