// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

/// What `bailey attest` is asked to do.
package enum AttestAction: Sendable, Equatable {
  case verify(file: String, ResultForm)
}

/// The words of `bailey attest`, for any program's own type of action.
package struct AttestCommands<Action: Sendable>: Sendable {
  private let wrap: @Sendable (AttestAction) -> Action

  package init(as wrap: @escaping @Sendable (AttestAction) -> Action) { self.wrap = wrap }

  package var command: Command<Action> {
    Command(group: "attest", "App Attest: an app proves to its own server that it is that app.", [verify])
  }

  private var verify: Command<Action> {
    Command(
      "verify", "Say whether a server should accept an attestation or an assertion, and if not, why.",
      details: [
        "FILE is JSON: 'attestation' with 'keyId', or 'assertion' with 'stored', the key that an attestation printed; both "
          + "with 'clientDataHash', 'appId' and 'environment' (production or development), all bytes in base64; for an "
          + "attestation 'anchors' (certificates, PEM or base64); 'time' (seconds since 1970; else now); and 'policy' with "
          + "'categories', 'bundleVersions', 'codeHashes', 'allowUnstated', 'accessControl', 'receiptAnchors'. '-' is standard "
          + "input.",
        "Ends with 0 where it is accepted, 1 where it is refused, with every reason, and 2 where the file is not understood. "
          + "Nothing is sent anywhere, and Bailey need not run.",
      ], options: [json], positionals: [file]
    ) { wrap(.verify(file: $0.value(of: file) ?? "", $0.has(json) ? .json : .text)) }
  }
}

private let json = Option("json", "Print JSON, for scripts.")
private let file = Positional(Value("FILE", .file), "What was received, and what is expected.")
