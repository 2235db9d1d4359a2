// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing
import InstanceAccess

/// The actions of `bailey privacy` about what apps used, and what they declare.
package enum EvidenceAction: Sendable, Equatable {
  /// Turns the record on or off; nil: says whether it is on.
  case record(isOn: Bool?)
  /// Shows the record; nil: of every app.
  case log(app: String?, follows: Bool, LogForm)
  case report(ReportOutput)
  case locationShow
  case locationSet(source: String)
  case locationRemove
  case declarations(DeclarationAction)

  package enum LogForm: Sendable, Equatable { case text, ndjson }
  package enum ReportOutput: Sendable, Equatable {
    case text
    case json
    case html(file: String)
  }
}

/// The actions about the declarations of bundles.
package enum DeclarationAction: Sendable, Equatable {
  case lint(bundle: String, FindingsForm)
  case label(bundles: [String], LabelForm)
  case scan(file: String, OutputForm)

  package enum FindingsForm: Sendable, Equatable { case text, json, sarif }
  package enum LabelForm: Sendable, Equatable {
    case text
    case json
    case html(file: String)
  }
}

/// The words for it.
package struct EvidenceWords<Action: Sendable>: Sendable {
  private let wrap: @Sendable (EvidenceAction) -> Action

  package init(as wrap: @escaping @Sendable (EvidenceAction) -> Action) { self.wrap = wrap }

  package var commands: [Command<Action>] { [record, log, report, location, lint, label, scan] }

  private var lint: Command<Action> {
    Command(
      "lint", "Say what is wrong with what a bundle declares about privacy.",
      details: [
        "Purpose strings in all languages, screens before alerts, privacy manifests, and the addresses of a privacy policy and for the "
          + "deletion of what is collected. A comment 'lint:ignore RULE because' before a key has a rule ignored for it. Fails where an "
          + "error is left."
      ], options: [json, sarif], positionals: [bundle]
    ) { arguments in
      let form: DeclarationAction.FindingsForm =
        arguments.has(sarif) ? .sarif : arguments.has(json) ? .json : .text
      return wrap(.declarations(.lint(bundle: arguments.value(of: bundle) ?? "", form)))
    }
  }

  private var label: Command<Action> {
    Command(
      "label", "Put the App Store's privacy label together from bundles' manifests.",
      options: [json, html], positionals: [bundles]
    ) { arguments in
      let paths = arguments.values(of: bundles)
      if let file = arguments.value(of: html) { return wrap(.declarations(.label(bundles: paths, .html(file: file)))) }
      return wrap(.declarations(.label(bundles: paths, arguments.has(json) ? .json : .text)))
    }
  }

  private var scan: Command<Action> {
    Command(
      "scan", "List what programs and libraries use that needs a reason in their manifest.",
      details: ["Of one ELF file, or of all in a bundle, where what its manifests leave out is said too."],
      options: [json], positionals: [scanned]
    ) { wrap(.declarations(.scan(file: $0.value(of: scanned) ?? "", $0.has(json) ? .json : .text))) }
  }

  private var record: Command<Action> {
    Command(
      group: "record", "Whether what apps use is written down.",
      details: [
        "It is off until you turn it on. What is written down stays on this computer, encrypted, for seven days."
      ],
      [
        Command("on", "Write down what apps use from now on.") { _ in wrap(.record(isOn: true)) },
        Command("off", "Write nothing down, and erase what was.") { _ in wrap(.record(isOn: false)) },
        Command("status", "Say whether it is on.") { _ in wrap(.record(isOn: nil)) },
      ])
  }

  private var log: Command<Action> {
    Command(
      "log", "Show what apps used, one after the other.",
      details: ["With --ndjson, as Apple's App Privacy Report is exported: a JSON object a line."],
      options: [follow, ndjson], positionals: [app]
    ) {
      wrap(.log(app: $0.value(of: app), follows: $0.has(follow), $0.has(ndjson) ? .ndjson : .text))
    }
  }

  private var report: Command<Action> {
    Command(
      "report", "Draw what apps used in the last seven days.",
      details: ["With --html, a page of its own, which needs nothing from anywhere."], options: [json, html]
    ) { arguments in
      if let file = arguments.value(of: html) { return wrap(.report(.html(file: file))) }
      return wrap(.report(arguments.has(json) ? .json : .text))
    }
  }

  private var location: Command<Action> {
    Command(
      group: "location", "Where this computer is, for apps that you allowed to know.",
      [
        Command("show", "Show what is known.") { _ in wrap(.locationShow) },
        Command(
          "set", "Say where it is.",
          details: [
            "LATITUDE,LONGITUDE in degrees, and after further commas the accuracy and the altitude in metres; or the path of a "
              + "file whose first line says so, and that some program keeps up to date; or geoclue, for what GeoClue knows, "
              + "which must allow 'bailey' to be told."
          ], positionals: [place]
        ) { wrap(.locationSet(source: $0.value(of: place) ?? "")) },
        Command("remove", "Forget where it is.") { _ in wrap(.locationRemove) },
      ])
  }
}

private let follow = Option("follow", letter: "f", "Go on with what is used from now on.")
private let ndjson = Option("ndjson", "Print a JSON object a line.")
private let json = Option("json", "Print JSON, for scripts.")
private let html = Option("html", "Write it to this file as a page.", value: Value("FILE", .file))
private let app = Positional(appWord, "A name, an identifier or a path; else every app.", .optional)
private let sarif = Option("sarif", "Print the Static Analysis Results Interchange Format.")
private let bundle = Positional(Value("BUNDLE", .folder), "The bundle's folder.")
private let bundles = Positional(Value("BUNDLE", .folder), "The bundles' folders.", .oneOrMore)
private let scanned = Positional(Value("FILE", .file), "An ELF file or a bundle's folder.")
private let place = Positional(Value("PLACE"), "Degrees, a path, or geoclue.")
