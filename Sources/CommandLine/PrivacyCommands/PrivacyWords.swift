// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing
import InstanceAccess

/// The actions of `bailey privacy`. Services and apps are still words.
package enum PrivacyAction: Sendable, Equatable {
  /// Lists what apps may have; nil: every app.
  case list(app: String?, OutputForm)
  case grant(service: String, app: String)
  case deny(service: String, app: String)
  /// The app is told that it may, and gets nothing.
  case giveEmpty(service: String, app: String)
  /// Forgets what was answered; nil: for every app.
  case reset(service: String, app: String?, ResetConsent)
  case prune
  case policyShow
  case policySet(file: String)
  case policyRemove
  case evidence(EvidenceAction)
}

/// Whether the person has said that every answer may be forgotten.
package enum ResetConsent: Sendable, Equatable { case given, asked }

/// The words of `bailey privacy`, for any program's own type of action.
package struct PrivacyWords<Action: Sendable>: Sendable {
  private let wrap: @Sendable (PrivacyAction) -> Action

  package init(as wrap: @escaping @Sendable (PrivacyAction) -> Action) { self.wrap = wrap }

  package var command: Command<Action> {
    Command(
      group: "privacy", "What apps may have, and what you answered them.",
      details: [
        "Services are spelled as TCC spells them: Camera, Microphone, Location, Photos, AddressBook, Calendar and so on. An "
          + "app is an installed one, by its name or its identifier, a program outside of the sandbox, by its path, or one that is "
          + "gone and has answers still. 'deny' alone takes an identifier or a path of what is not there, and says so.",
        "An app that runs in Bailey's sandbox is kept from what it was not given. For others, an answer is advice.",
      ],
      [list, show, grant, deny, reset, prune, policy] + EvidenceWords { wrap(.evidence($0)) }.commands)
  }

  private var list: Command<Action> {
    Command(
      "list", "Show every answer.",
      details: [
        "An answer that does not count any more says why: the app has changed and needs approval again, it is gone, its time "
          + "is over, or a policy decides."
      ], options: [json]
    ) { wrap(.list(app: nil, form($0))) }
  }

  private var show: Command<Action> {
    Command("show", "Show the answers to one app.", options: [json], positionals: [app]) {
      wrap(.list(app: $0.value(of: app), form($0)))
    }
  }

  private var grant: Command<Action> {
    Command(
      "grant", "Let an app have a service.",
      details: [
        "The app must be there: the answer is for its code as it is now. It wants the unlocked state; where there is a passcode, it is "
          + "asked for."
      ],
      positionals: [service, app]
    ) { wrap(.grant(service: $0.value(of: service) ?? "", app: $0.value(of: app) ?? "")) }
  }

  private var deny: Command<Action> {
    Command(
      "deny", "Keep an app from a service. It is not asked again.",
      details: [
        "With --empty the app is told that it may, and gets an empty source: a camera of black pictures, a silent microphone, "
          + "no contacts, no photos, no events, a location that nobody knows. An app that gives up where it is refused goes on.",
        "It needs no passcode, and works while locked.",
      ], options: [empty], positionals: [service, app]
    ) {
      let (service, app) = ($0.value(of: service) ?? "", $0.value(of: app) ?? "")
      return wrap($0.has(empty) ? .giveEmpty(service: service, app: app) : .deny(service: service, app: app))
    }
  }

  private var reset: Command<Action> {
    Command(
      "reset", "Forget answers, so that apps ask again.",
      details: [
        "The service All stands for every service. Says how many answers were forgotten, also when there were none. It wants the "
          + "unlocked state. All of every app asks first; --yes answers."
      ],
      options: [forgetsAll], positionals: [service, optionalApp]
    ) {
      wrap(
        .reset(
          service: $0.value(of: service) ?? "", app: $0.value(of: optionalApp), $0.has(forgetsAll) ? .given : .asked))
    }
  }

  private var prune: Command<Action> {
    Command(
      "prune", "Forget the answers to apps that are gone.", details: ["It wants the unlocked state, and no passcode."]
    ) { _ in wrap(.prune) }
  }

  private var policy: Command<Action> {
    Command(
      group: "policy", "What is decided for apps without asking you.",
      details: [
        "A property list of the form of com.apple.TCC.configuration-profile-policy. A refusal wins over a permission; camera, "
          + "microphone and screen can only be refused. A permission counts for the code that its CodeRequirement means. Lines that "
          + "cannot be kept here are left out, and named."
      ],
      [
        Command("show", "Print the policy.") { _ in wrap(.policyShow) },
        Command(
          "set", "Put a policy in force.", details: [wanted], positionals: [file]
        ) { wrap(.policySet(file: $0.value(of: file) ?? "")) },
        Command("remove", "Decide nothing by a policy.", details: [wanted]) {
          _ in
          wrap(.policyRemove)
        },
      ])
  }
}

private func form(_ arguments: Arguments) -> OutputForm { arguments.has(json) ? .json : .text }

private let wanted = "It wants the unlocked state; where there is a passcode, it is asked for."
private let empty = Option("empty", "Give it an empty source instead, and do not tell it.")
private let forgetsAll = Option("yes", "Say that every answer may be forgotten.")
private let json = Option("json", "Print JSON, for scripts.")
private let service = Positional(Value("SERVICE"), "What apps ask for.")
private let app = Positional(appWord, "A name, an identifier or a path.")
private let optionalApp = Positional(appWord, "A name, an identifier or a path; else every app.", .optional)
private let file = Positional(Value("FILE", .file), "The property list.")
