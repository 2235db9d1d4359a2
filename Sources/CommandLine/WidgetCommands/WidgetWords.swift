// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing
import WidgetModel

/// The words of `bailey widget`.
package enum WidgetWords {
  /// The commands of `bailey`. It hands on what is to be drawn as it was typed, and reads what surfaces show itself.
  package static let command = Command<WidgetRequest>(
    group: name, summary, details: details,
    [render, list, gallery].map(handedOn) + [settings]
      + [choose, reload, watch, tap, preview, lint, lockScreen, bench].map(handedOn))

  /// The command under a name of its own too: `bailey lockscreen`.
  package static let lockScreenAlone = handedOn(lockScreen)

  /// The commands of `bailey-widgets`, under the name by which people know them.
  package static let drawingCommand = Command<WidgetAction>(
    group: name, summary, details: details,
    [render, list, gallery, choose, reload, watch, tap, preview, lint, lockScreen, bench])

  private static let name = "widget"
  private static let summary = "Widgets, drawn as the lock state allows."
  private static let details = [
    "A widget whose extension asks for data protection shows its placeholder while its data cannot be read. What an "
      + "extension marks as private is hidden where others may see it: at first, on every surface while locked."
  ]

  private static func handedOn(_ command: Command<WidgetAction>) -> Command<WidgetRequest> {
    command.forwarding { .drawing($0) }
  }

  private static var render: Command<WidgetAction> {
    Command(
      "render", "Draw a widget as it may be seen now.",
      details: [
        "Writes a PNG, SVG or HTML file, or on the terminal. The extension runs in a sandbox, with a limit of time and "
          + "memory. No picture appears once a lock has begun."
      ],
      options: ofSource + [kind, family, surface] + ofLook + [output, format, scale, asLocked, untilLock, patient]
    ) { .render(drawing($0)) }
  }

  private static func drawing(_ found: Arguments) -> RenderOptions {
    var options = RenderOptions(
      source: source(found), kind: found.value(of: kind),
      family: found.value(of: family).flatMap { Family(name: $0) },
      surface: found.value(of: surface).flatMap { Surface(rawValue: $0) } ?? .home, output: found.value(of: output),
      format: found.value(of: format).flatMap { PictureFormat(rawValue: $0) },
      scale: found.value(of: scale).flatMap { Int($0) } ?? 2, look: LookOptions(found))
    options.isPatient = found.has(patient)
    options.untilLock = found.has(untilLock)
    options.asLocked = found.has(asLocked)
    return options
  }

  private static var list: Command<WidgetAction> {
    Command(
      "list", "Show the widgets of an extension, or of all installed apps.", options: ofSource + [json]
    ) { .list(source($0), json: $0.has(json)) }
  }

  private static var gallery: Command<WidgetAction> {
    Command(
      "gallery", "Show all widgets in every family: one HTML page of all their states, or pictures on the terminal.",
      details: [
        "With --html, or with --output, it is a page: each widget as it is seen, dark, tinted, locked, always on, as "
          + "placeholder, from right to left and with large letters. Without an extension it has those of all installed apps."
      ],
      options: ofSource + ofLook + [page, output]
    ) { found in
      .gallery(
        GalleryOptions(
          source: source(found), output: found.value(of: output), isPage: found.has(page), look: LookOptions(found)))
    }
  }

  private static var settings: Command<WidgetRequest> {
    Command(
      "settings", "Show or change what surfaces show of widgets while locked.",
      details: [
        "Words are SURFACE=show or SURFACE=hide, of lockScreen, alwaysOn, watchFace and column; watchFace:KIND=show is for "
          + "one complication. At first, everything that is private is hidden. A display that is always on hides it unlocked too, "
          + "and shows it where lockScreen=show holds as well.",
        "To show takes the passcode, while unlocked; to hide takes neither. What the file 'widgets' of the instance hides "
          + "stays hidden.",
      ],
      options: [json], positionals: [changes]
    ) { .settings($0.values(of: changes), json: $0.has(json)) }
  }

  private static var choose: Command<WidgetAction> {
    Command(
      "choose", "Show or change what is chosen for a widget's parameters.",
      details: [
        "Without words, prints each parameter with what is chosen and what can be. Words are NAME=VALUE; NAME= takes a choice back, and - alone "
          + "reads them from standard input, one a line. A date is 2026-12-24 or 2026-12-24 18:30. "
          + "The widget is drawn anew then, wherever a picture of it is kept.",
        "While unlocked only: what can be chosen may be made of private data. Choices are kept as the extension's own files are.",
      ],
      options: ofSource + [kind, json], positionals: [choices]
    ) { .choose(source($0), kind: $0.value(of: kind), $0.values(of: choices), json: $0.has(json)) }
  }

  private static var reload: Command<WidgetAction> {
    Command(
      "reload", "Have an extension asked again, whatever its timeline says.", options: ofSource
    ) { .reload(source($0)) }
  }

  private static var watch: Command<WidgetAction> {
    Command(
      "watch", "Keep a picture of a widget as it may be seen, until stopped.",
      details: [
        "A new one at each change of the lock state, when the widget's next entry is due, and when its timeline ends: an "
          + "extension is asked 70 times a day at the most, and every 5 minutes at the most. A lock hides the picture before "
          + "it takes effect, also where this command was killed."
      ],
      options: ofSource + [kind, family, surface] + ofLook + [outputNeeded, scale]
    ) { found in
      var options = drawing(found)
      options.output = found.value(of: outputNeeded)
      (options.isPatient, options.untilLock) = (true, true)
      return .watch(options)
    }
  }

  private static var tap: Command<WidgetAction> {
    Command(
      "tap", "Tap on a widget as it is seen now: a control performs its intent, and of a link the address is printed.",
      details: [
        "Without --at and --control, prints what there is to tap, with its number, its name and a point on it. What is hidden "
          + "cannot be tapped, and while the screen is locked nothing is performed. The extension is asked for a new timeline "
          + "then, which its budget is not charged for; with --output the new picture is written."
      ],
      options: ofSource + [kind, family, surface] + ofLook + [point, control, opens, output, format, scale, json]
    ) { found in
      .tap(
        TapOptions(
          drawing: drawing(found), point: found.value(of: point), control: found.value(of: control),
          opens: found.has(opens), json: found.has(json)))
    }
  }

  private static var preview: Command<WidgetAction> {
    Command(
      "preview", "Draw every family and state of an extension's widgets side by side into one PNG.",
      details: [
        "What the extension's own #Preview declarations show comes below, where it was built for debugging: as many entries "
          + "as there is room for."
      ],
      options: ofSource + ofLook + [outputNeeded, follow]
    ) { found in
      .preview(
        PreviewOptions(
          source: source(found), output: found.value(of: outputNeeded) ?? "", follows: found.has(follow),
          look: LookOptions(found)))
    }
  }

  private static var lint: Command<WidgetAction> {
    Command(
      "lint", "Look for data that is shown to anyone, and marks that do not do what they seem to.",
      details: [
        "Ends with 1 where it finds something: amounts and account numbers without privacySensitive(), a placeholder with "
          + "real data, several widget URLs, controls that stay, and marks that hide everything or nothing."
      ],
      options: ofSource + [json]
    ) { .lint(source($0), json: $0.has(json)) }
  }

  private static var lockScreen: Command<WidgetAction> {
    Command(
      "lockscreen", "Draw clock and widgets into the picture that a screen locker shows.",
      details: [
        "For swaylock -i, i3lock -i and GNOME's picture. With --watch a new one each minute, and the one for a locked screen "
          + "in its place before a lock takes effect."
      ], options: [output, width, height, follow, forLock, patient], positionals: [extensions]
    ) { found in
      .lockScreen(
        LockScreenOptions(
          sources: found.values(of: extensions), output: found.value(of: output),
          width: found.number(of: width) ?? 1920, height: found.number(of: height) ?? 1080,
          follows: found.has(follow), isForLock: found.has(forLock), saysWhenDue: found.has(patient)))
    }
  }

  private static var bench: Command<WidgetAction> {
    Command(
      "bench", "Measure how fast widgets are drawn.", visibility: .hidden, options: [json, check]
    ) { .bench(checks: $0.has(check), json: $0.has(json)) }
  }

  private static func source(_ arguments: Arguments) -> WidgetSource {
    if let path = arguments.value(of: executable) {
      return .executable(path, entitlements: arguments.value(of: entitlements))
    }
    if let name = arguments.value(of: app) { return .installed(name) }
    return arguments.value(of: package).map { .package($0) } ?? .unnamed
  }
}

private let ofSource = [package, executable, entitlements, app]
private let package = Option(
  "package", "The extension's Swift package, which is built; else the current folder.", value: Value("DIR", .folder))
private let executable = Option("executable", "The extension's program.", value: Value("PATH", .file))
private let entitlements = Option(
  "entitlements", "The program's entitlements; else Entitlements.plist beside it.", value: Value("FILE", .file))
private let app = Option(
  "app", "The extension of an installed app: the app's name, or an identifier of either.",
  value: Value("APP", .listed(["app", "list", "--names"])))
private let kind = Option("kind", "Which of the extension's widgets; else the first.", value: Value("KIND"))
private let family = Option(
  "family", "The size; else the first that the widget comes in.",
  value: Value("FAMILY", .choice(Family.allCases.map(\.name))))
private let surface = Option(
  "surface", "Where it is drawn; else on the home screen.",
  value: Value("SURFACE", .choice(Surface.allCases.map(\.rawValue))))
private let output = Option("output", "The file to write.", value: Value("FILE", .file))
private let outputNeeded = Option("output", "The file to write.", value: Value("FILE", .file), need: .required)
private let format = Option(
  "format", "What to write; else by the file's name, or on a terminal as that can.",
  value: Value("FORMAT", .choice(PictureFormat.allCases.map(\.rawValue))))
private let scale = Option("scale", "Pixels of a point; else 2.", value: Value("SCALE", .choice(["1", "2", "3"])))
private let asLocked = Option("as-locked", "As it is seen while locked, also while it is not.")
private let untilLock = Option("until-lock", "Have the picture for a locked screen take its place when a lock begins.")
private let patient = Option("when-due", "Ask the extension only when its timeline is due, and say when that is next.")
private let page = Option("html", "One page, to the file or to standard output.")
private let json = Option("json", "Print JSON, for scripts.")
private let check = Option("check", "Fail where a target is missed.")
private let point = Option("at", "Where, in points from the upper left corner.", value: Value("X,Y"))
private let control = Option("control", "Which control or link, by number or name.", value: Value("CONTROL"))
private let opens = Option("open", "Open a link with the program for it, while unlocked.")
private let follow = Option("watch", "Go on until stopped, with a new picture at each change.")
private let width = Option("width", "Of the screen, in pixels; else 1920.", value: Value("PIXELS", .number(320...7680)))
private let height = Option(
  "height", "Of the screen, in pixels; else 1080.", value: Value("PIXELS", .number(240...4320)))
private let forLock = Option("for-lock", "As it is to be seen while locked, whatever the state is now.")
private let changes = Positional(Value("CHANGE"), "A surface and what it shows.", .any)
private let choices = Positional(Value("NAME=VALUE"), "A parameter and what is chosen for it.", .any)
private let extensions = Positional(
  Value("EXTENSION"), "A package's folder, a program, or the name or an identifier of an installed app.", .any)
