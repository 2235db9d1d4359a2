// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing
package import SignInRules

/// The actions about a sign-in that does not work.
package enum SignInAction: Sendable, Equatable {
  case doctor(DoctorOptions)
  case lint(LintOptions)
  case secret(SecretOptions)
}

/// What a client's secret is made of.
package struct SecretOptions: Sendable, Equatable {
  package var key: String
  package var keyID: String?
  package var team: String
  package var client: String
  package var issuer = DoctorOptions.appleIssuer
  package var broken: SecretRule?
}

/// Whether others are asked.
package enum Reach: Sendable, Equatable { case offline, online }

/// Which pages of a site are looked at.
package struct LintOptions: Sendable, Equatable {
  /// Saved answers, archives, and where others are asked addresses too.
  package var pages: [String]
  package var reach = Reach.offline
  package var form = DoctorOptions.Form.text
}

/// The input of the doctor, and the rules to check it by.
package struct DoctorOptions: Sendable, Equatable {
  package var recordings: [String] = []
  /// A file with a client's secret; `-` is standard input.
  package var secret: String?
  /// Files, or folders of them.
  package var keys: [String] = []
  package var keyID: String?
  package var team: String?
  package var client: String?
  package var issuer = Self.appleIssuer
  package var redirects: [String] = []
  /// The time in seconds since 1970.
  package var time: Int?
  package var form = Form.text
  package var reach = Reach.offline
  /// The address at which the provider is asked; nil: at its issuer.
  package var provider: String?

  package enum Form: Sendable, Equatable { case text, json }

  package static let appleIssuer = "https://appleid.apple.com"
}

/// The commands of signing in, as a program's own action.
package struct SignInWords<Action: Sendable>: Sendable {
  private let wrap: @Sendable (SignInAction) -> Action

  package init(as wrap: @escaping @Sendable (SignInAction) -> Action) { self.wrap = wrap }

  package var command: Command<Action> {
    Command(
      group: "signin", "Find out why Sign in with Apple, or a provider of your own, refuses.",
      [doctor, lint, secretCommand])
  }

  private var lint: Command<Action> {
    Command(
      "lint", "Name what a site’s page gets wrong when it asks for a sign-in, and when people come back.",
      details: [
        "PAGE is a saved answer with its headers (curl -i), a page alone, an HTTP archive (HAR) of a browser, or with --online an "
          + "address: then the page is loaded twice, and the return address is posted to, as if somebody had gone back.",
        "Ends with 0 where no rule is broken, 1 where one is, and 2 where something cannot be read.",
      ],
      options: [lintOnline, json], positionals: [pages]
    ) { found in
      wrap(
        .lint(
          LintOptions(
            pages: found.values(of: pages), reach: found.has(lintOnline) ? .online : .offline,
            form: found.has(json) ? .json : .text)))
    }
  }

  private var secretCommand: Command<Action> {
    Command(
      "secret",
      "Print a client’s secret, which is good for an hour; or one that breaks a rule, to see who says what of it.",
      details: ["What it prints is as good as a password for that hour. Redirect it into a file of your own."],
      options: [signer, keyID, signerTeam, signerClient, issuer, broken]
    ) { found in
      wrap(
        .secret(
          SecretOptions(
            key: found.value(of: signer) ?? "", keyID: found.value(of: keyID), team: found.value(of: signerTeam) ?? "",
            client: found.value(of: signerClient) ?? "", issuer: found.value(of: issuer) ?? DoctorOptions.appleIssuer,
            broken: found.value(of: broken).flatMap { SecretRule(rawValue: $0) })))
    }
  }

  private var doctor: Command<Action> {
    Command(
      "doctor", "Name every rule that a client’s secret or a request breaks, with what was seen and what to do.",
      details: [
        "RECORDING is a request as it went over the wire, or an HTTP archive (HAR) of a browser or a proxy. Nothing is sent "
          + "anywhere without --online, and no key leaves this computer.",
        "With --online the provider is asked with a secret that each --key signs, and a code that is wrong: it shows which key it takes.",
        "Ends with 0 where no rule is broken, 1 where one is, and 2 where something cannot be read.",
      ],
      options: [secret, keys, keyID, team, client, issuer, provider, redirects, time, online, json],
      positionals: [recordings]
    ) { found in
      wrap(
        .doctor(
          DoctorOptions(
            recordings: found.values(of: recordings), secret: found.value(of: secret), keys: found.values(of: keys),
            keyID: found.value(of: keyID), team: found.value(of: team), client: found.value(of: client),
            issuer: found.value(of: issuer) ?? DoctorOptions.appleIssuer, redirects: found.values(of: redirects),
            time: found.number(of: time), form: found.has(json) ? .json : .text,
            reach: found.has(online) ? .online : .offline, provider: found.value(of: provider))))
    }
  }
}

private let recordings = Positional(Value("RECORDING", .file), "Recorded requests.", .any)
private let signer = Option("key", "The .p8 file.", value: Value("FILE", .file), need: .required)
private let signerTeam = Option("team", "The Team ID.", value: Value("TEAM"), need: .required)
private let signerClient = Option(
  "client", "The Services ID of a site, the bundle identifier of an app.", value: Value("CLIENT"), need: .required)
private let broken = Option(
  "break", "The rule that it is to break.", value: Value("RULE", .choice(SecretRule.allCases.map(\.rawValue))))
private let pages = Positional(Value("PAGE", .file), "Saved answers, archives, addresses.", .oneOrMore)
private let online = Option("online", "Ask the provider whether it takes the keys.")
private let lintOnline = Option("online", "Load addresses, and try the return address.")
private let provider = Option(
  "provider", "Where the provider is asked, if not at its issuer.", value: Value("URL"))
private let secret = Option(
  "secret", "A file with a client’s secret; - is standard input.", value: Value("FILE", .file))
private let keys = Option(
  "key", "A .p8 file, or a folder: each of its .p8 files is tried.", value: Value("PATH", .file), occurrence: .any)
private let keyID = Option(
  "key-id", "The identifier of the key; else it is taken from AuthKey_ID.p8.", value: Value("ID"))
private let team = Option("team", "The Team ID.", value: Value("TEAM"))
private let client = Option(
  "client", "The Services ID of a site, the bundle identifier of an app.", value: Value("CLIENT"))
private let issuer = Option("issuer", "The provider; else https://appleid.apple.com.", value: Value("URL"))
private let redirects = Option(
  "redirect", "A return address that is registered.", value: Value("URL"), occurrence: .any)
private let time = Option(
  "at", "When it was sent, in seconds since 1970; else as recorded, else now.",
  value: Value("SECONDS", .number(0...253_402_300_799)))
private let json = Option("json", "Print JSON, for scripts.")
