// SPDX-License-Identifier: Apache-2.0
import CommandLineParsing
package import WidgetModel

/// The options for the screen that a widget is drawn for; nil is as the place or the owner has it.
package struct LookOptions: Sendable, Equatable {
  package var isDark = false
  package var rendering: WidgetEnvironment.Rendering?
  /// Whether the display is dimmed, also elsewhere than on one that is always on.
  package var isDimmed = false
  package var typeSize: WidgetEnvironment.TypeSize?
  package var language: Language?
  package var direction: WidgetEnvironment.Direction?

  package init() {}

  init(_ found: Arguments) {
    isDark = found.has(dark)
    rendering = found.value(of: renderingMode).flatMap { name in named(name) }
    isDimmed = found.has(dimmed)
    typeSize = found.value(of: letters).flatMap { name in named(name) }
    language = found.value(of: spoken).flatMap { Language($0) }
    direction = found.value(of: reading).flatMap { name in named(name) }
  }

  /// The words that say the same.
  package var words: [String] {
    var words = (isDark ? ["--dark"] : []) + (isDimmed ? ["--dimmed"] : [])
    if let rendering { words += ["--rendering", "\(rendering)"] }
    if let typeSize { words += ["--type-size", "\(typeSize)"] }
    if let language { words += ["--language", language.identifier] }
    if let direction { words += ["--direction", "\(direction)"] }
    return words
  }
}

/// The names are SwiftUI's, and so are the cases.
private func named<Choice: CaseIterable>(_ name: String) -> Choice? {
  Choice.allCases.first { "\($0)" == name }
}

private func names<Choice: CaseIterable>(of type: Choice.Type) -> [String] { Choice.allCases.map { "\($0)" } }

let ofLook = [dark, renderingMode, dimmed, letters, spoken, reading]
private let dark = Option("dark", "As on a dark screen.")
private let renderingMode = Option(
  "rendering", "In its colours, in two, or in shades of one; else as the family has it.",
  value: Value("MODE", .choice(names(of: WidgetEnvironment.Rendering.self))))
private let dimmed = Option("dimmed", "With reduced luminance, as on a display that is always on.")
private let letters = Option(
  "type-size", "How large letters are; else large, which is SwiftUI's usual size.",
  value: Value("SIZE", .choice(names(of: WidgetEnvironment.TypeSize.self))))
private let spoken = Option(
  "language", "Such as de or pt_BR; else that of LC_ALL, LC_MESSAGES or LANG.",
  value: Value("LANGUAGE", .form(WordForm("a language, such as de or pt_BR") { Language($0) != nil })))
private let reading = Option(
  "direction", "Where lines begin; else as the language has it.",
  value: Value("DIRECTION", .choice(names(of: WidgetEnvironment.Direction.self))))
