// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

/// The words of `bailey secrets`.
package enum SecretWords {
  package static let command = Command<SecretsAction>(
    group: "secrets", "Keep the passwords of the desktop's programs, and find those that lie in plain text.",
    [
      Command(
        "enable", "Have the session's bus start Bailey's service for org.freedesktop.secrets.",
        details: [
          "Writes a file for the bus below ~/.local/share, which counts before the system's. A service that has the name "
            + "already keeps it, and its passwords, until it ends: this says which one it is."
        ]
      ) { _ in .enable },
      Command(
        "disable", "Have the bus start it no more, and end it.",
        details: ["What programs stored stays in the keychain, for the next 'bailey secrets enable'."]
      ) { _ in .disable },
      Command(
        "status", "Show who answers for org.freedesktop.secrets.", details: ["Ends with 1 where that is not Bailey."],
        options: [json]
      ) { .status($0.has(json) ? .json : .text) },
      Command(
        "access", "Show or set who may read what is in a collection.",
        details: [
          "own: a program what it stored itself, and what you allowed it. ask: only what you allowed it. open: every program of "
            + "your session everything, as with other services; it is asked for the passcode first."
        ],
        positionals: [collection, accessWord]
      ) { .access($0.value(of: collection), $0.value(of: accessWord)) },
      Command(
        "forget", "Take back that a program may read what others stored.",
        details: ["The program by its path, as 'bailey privacy list' shows it. It keeps what it stored itself."],
        positionals: [reader]
      ) { .forget($0.value(of: reader) ?? "") },
      scan, adopt, imports,
    ])

  private static let collection = Positional(Value("COLLECTION"), "A collection, by its name or label.", .optional)
  private static let accessWord = Positional(
    Value("ACCESS", .choice(["own", "ask", "open"])), "Who may read.", .optional)
  private static let reader = Positional(Value("PROGRAM"), "A program's path.")

  // MARK: - In plain text

  private static let json = Option("json", "Print JSON, for scripts.")
  private static let sarif = Option("sarif", "Print SARIF 2.1.0, for what shows findings beside code.")
  private static let folder = Positional(
    Value("DIR", .folder), "The folder to look through; else your home.", .optional)

  private static let scan = Command<SecretsAction>(
    "scan", "Find passwords, tokens and keys that lie in plain text.",
    details: [
      "By their forms: .netrc, .git-credentials, .npmrc, .pypirc, .pgpass, .env, docker's config.json, AWS credentials, Kubernetes "
        + "configurations, ssh and PEM keys without a passphrase, and commands with a secret in a shell's history. File, line and form "
        + "are told; the secret itself is never printed.",
      "Links are not followed, and other file systems not entered, the protected files among them. Passed over are .git, .cache, "
        + "node_modules, site-packages and dist-packages, and what only stands for a secret, such as ${TOKEN} or changeme. Of "
        + "each file the first MiB is read. Ends with 1 where there is any.",
    ],
    options: [json, sarif], positionals: [folder]
  ) { .scan($0.value(of: folder), $0.has(sarif) ? .sarif : $0.has(json) ? .json : .text) }

  private static let bus = Option("bus", "The bus of the other service.", value: Value("ADDRESS"))
  private static let pass = Option("pass", "From pass, with gpg.")
  private static let store = Option("store", "Where pass keeps them.", value: Value("DIR", .folder))

  private static let imports = Command<SecretsAction>(
    "import", "Bring in the secrets of another Secret Service, or of pass.",
    details: [
      "Shows what would be brought in, and does nothing without --apply. The other service is the one on the session's bus, as long as "
        + "Bailey does not answer there, or that of --bus; what is locked in it, it asks you for. Labels, attributes and "
        + "collections stay as they are. With --pass: what is below ~/.password-store, $PASSWORD_STORE_DIR or the folder of "
        + "--store, each whole file as pass shows it: secret-tool lookup service pass name NAME.",
      "Nothing that Bailey has is replaced: what has the same attributes and another secret is told of, and stays out. Given again, "
        + "it brings in what is new. A program is asked about once before it reads what was brought in. Ends with 1 where something "
        + "could not be brought in.",
    ],
    options: [apply, bus, pass, store, json]
  ) { words in
    let isPass = words.has(pass) || words.value(of: store) != nil
    return .imports(
      isPass ? .pass(folder: words.value(of: store)) : .service(bus: words.value(of: bus)),
      words.has(apply) ? .apply : .show, words.has(json) ? .json : .text)
  }

  private static let apply = Option("apply", "Do it.")
  private static let undo = Option("undo", "Take it back.")

  private static let adopt = Command<SecretsAction>(
    "adopt", "Take what lies in plain text into the protected files and the keychain.",
    details: [
      "Shows what would be done, and does nothing without --apply. .netrc, .pgpass, .npmrc, .pypirc, AWS credentials, a Kubernetes "
        + "configuration and ssh keys go to the folder Secrets of the protected files, of class complete, with a link in their place. "
        + "What git and docker keep goes to the keychain, and they are told to ask for it there; a copy of their files is in that folder.",
      "While the device is locked none of it can be read, by those programs neither. --undo puts every file back where it was, unless "
        + "something else is there by now, which is said. Ended halfway, it has lost nothing: give the command again.",
    ],
    options: [apply, undo]
  ) { .adopt($0.has(undo) ? .undo : $0.has(apply) ? .apply : .show) }
}
