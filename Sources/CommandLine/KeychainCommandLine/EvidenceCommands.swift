// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

/// What `bailey privacy` shows of what apps used, and of what they say of themselves.
package enum EvidenceAction: Sendable, Equatable {
  /// Nil: whether it is on.
  case record(isOn: Bool?)
  /// Nil: of every app.
  case log(app: String?, follows: Bool, LogForm)
  case report(ReportOutput)
  case locationShow
  case locationSet(source: String)
  case locationRemove

  package enum LogForm: Sendable, Equatable { case text, ndjson }
  package enum ReportOutput: Sendable, Equatable {
    case text
    case json
    case html(file: String)
  }
}

/// The words for it.
package struct EvidenceCommands<Action: Sendable>: Sendable {
  private let wrap: @Sendable (EvidenceAction) -> Action

  package init(as wrap: @escaping @Sendable (EvidenceAction) -> Action) { self.wrap = wrap }

  package var commands: [Command<Action>] { [record, log, report, location] }

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
              + "file whose first line says so, and that some program keeps up to date."
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
private let app = Positional(Value("APP"), "An identifier; else every app.", .optional)
private let place = Positional(Value("PLACE"), "Degrees, or a path.")
