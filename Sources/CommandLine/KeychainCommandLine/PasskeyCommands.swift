// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

/// What `bailey passkey` is asked to do.
package enum PasskeyAction: Sendable, Equatable {
  case verify(file: String, ResultForm)
}

/// The words of `bailey passkey`, for any program's own type of action.
package struct PasskeyCommands<Action: Sendable>: Sendable {
  private let wrap: @Sendable (PasskeyAction) -> Action

  package init(as wrap: @escaping @Sendable (PasskeyAction) -> Action) { self.wrap = wrap }

  package var command: Command<Action> {
    Command(group: "passkey", "Passkeys: sign-in without passwords.", [verify])
  }

  private var verify: Command<Action> {
    Command(
      "verify", "Say whether a site should accept a response, and if not, why.",
      details: [
        "FILE is JSON: 'options' and 'response' as a site's page has them, 'policy' with 'origins', 'topOrigins', "
          + "'allowCrossOrigin', 'requireUserVerification', 'requireAttestation', 'anchors' (certificates, PEM or base64) and "
          + "'time' (seconds since 1970; else now), and for a sign-in 'stored', the credential that a registration printed. "
          + "'-' is standard input.",
        "Ends with 0 where it is accepted, 1 where it is refused, with every reason and the step of WebAuthn Level 3 that asks "
          + "for it, and 2 where the file is not understood. Nothing is sent anywhere, and Bailey need not run.",
      ], options: [json], positionals: [file]
    ) { wrap(.verify(file: $0.value(of: file) ?? "", $0.has(json) ? .json : .text)) }
  }
}

private let json = Option("json", "Print JSON, for scripts.")
private let file = Positional(Value("FILE", .file), "Options, response and policy.")
