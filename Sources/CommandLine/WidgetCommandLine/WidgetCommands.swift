// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing
package import WidgetModel

/// What `bailey widget` is to do.
package enum WidgetAction: Sendable, Equatable {
  case render(RenderOptions)
  case list(WidgetSource, json: Bool)
  case gallery(WidgetSource, output: String)
  case settings([String], json: Bool)
}

/// Where an extension is.
package enum WidgetSource: Sendable, Equatable {
  /// A Swift package, built.
  case package(String)
  case executable(String, entitlements: String?)
}

package struct RenderOptions: Sendable, Equatable {
  package var source: WidgetSource
  package var kind: String?
  package var family: Family?
  package var surface: Surface
  package var output: String?
  package var scale: Int
  package var isDark: Bool
}

/// The words of `bailey widget`, for any program's own type of action.
package struct WidgetCommands<Action: Sendable>: Sendable {
  private let wrap: @Sendable (WidgetAction) -> Action

  package init(as wrap: @escaping @Sendable (WidgetAction) -> Action) { self.wrap = wrap }

  package var command: Command<Action> {
    Command(
      group: "widget", "Widgets, drawn as the lock state allows.",
      details: [
        "A widget whose extension asks for data protection shows its placeholder while its data cannot be read. What an "
          + "extension marks as private is hidden where others may see it: at first, on every surface while locked."
      ],
      [render, list, gallery, settings])
  }

  private var render: Command<Action> {
    Command(
      "render", "Draw a widget as it may be seen now.",
      details: [
        "Writes a PNG file. The extension runs in a sandbox without network, with a limit of time and memory."
      ],
      options: [package, executable, entitlements, kind, family, surface, output, scale, dark]
    ) {
      wrap(
        .render(
          RenderOptions(
            source: source($0), kind: $0.value(of: kind), family: $0.value(of: family).flatMap { Family(name: $0) },
            surface: $0.value(of: surface).flatMap { Surface(rawValue: $0) } ?? .home, output: $0.value(of: output),
            scale: $0.value(of: scale).flatMap { Int($0) } ?? 2, isDark: $0.has(dark))))
    }
  }

  private var list: Command<Action> {
    Command("list", "Show the widgets of an extension.", options: [package, executable, entitlements, json]) {
      wrap(.list(source($0), json: $0.has(json)))
    }
  }

  private var gallery: Command<Action> {
    Command(
      "gallery", "Write one HTML page of an extension's widgets: every family, seen, hidden and as placeholder.",
      options: [package, executable, entitlements, outputNeeded]
    ) { wrap(.gallery(source($0), output: $0.value(of: outputNeeded) ?? "")) }
  }

  private var settings: Command<Action> {
    Command(
      "settings", "Show or change what surfaces show of widgets while locked.",
      details: [
        "Words are SURFACE=show or SURFACE=hide, of lockScreen, alwaysOn, watchFace and column; watchFace:KIND=show is for "
          + "one complication. At first, everything that is private is hidden."
      ],
      options: [json], positionals: [changes]
    ) { wrap(.settings($0.values(of: changes), json: $0.has(json))) }
  }

  private func source(_ arguments: Arguments) -> WidgetSource {
    if let path = arguments.value(of: executable) {
      return .executable(path, entitlements: arguments.value(of: entitlements))
    }
    return .package(arguments.value(of: package) ?? ".")
  }
}

private let package = Option(
  "package", "The extension's Swift package, which is built; else the current folder.", value: Value("DIR", .folder))
private let executable = Option("executable", "The extension's program.", value: Value("PATH", .file))
private let entitlements = Option(
  "entitlements", "The program's entitlements; else Entitlements.plist beside it.", value: Value("FILE", .file))
private let kind = Option("kind", "Which of the extension's widgets; else the first.", value: Value("KIND"))
private let family = Option(
  "family", "The size; else the first that the widget comes in.",
  value: Value("FAMILY", .choice(Family.allCases.map(\.name))))
private let surface = Option(
  "surface", "Where it is drawn; else on the home screen.",
  value: Value("SURFACE", .choice(Surface.allCases.map(\.rawValue))))
private let output = Option("output", "The file to write.", value: Value("FILE", .file))
private let outputNeeded = Option("output", "The file to write.", value: Value("FILE", .file), need: .required)
private let scale = Option("scale", "Pixels of a point; else 2.", value: Value("SCALE", .choice(["1", "2", "3"])))
private let dark = Option("dark", "As on a dark screen.")
private let json = Option("json", "Print JSON, for scripts.")
private let changes = Positional(Value("CHANGE"), "A surface and what it shows.", .any)
