// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing
import KeychainCommandLine
import ProtectionModel
import SignInCommandLine
import WidgetCommandLine

/// The words `bailey` understands: the one source of parsing, help, completions and the manual page.
package enum BaileyCommand {
  package static let command = Command<ControlAction>(
    group: "bailey", "Files and secrets that can be read only while the device's lock state allows it",
    [
      SetupWords.command, up, down, restart, status, passcode, lock, unlock, settings, erase, files, keychain, passkey,
      attest, app, run, privacy, widget, lockScreen, signIn, agent, console, SecretWords.command, browser, sdk, bench,
      completions, manual, version, supervise,
    ])
}

// MARK: - The instance

private let json = Option("json", "Print JSON, for scripts.")
private let mount = Option(
  "mount", "Where the protected files appear; kept for the next time. At first: ~/Protected.",
  value: Value("DIR", .folder))
private let passcodeStdin = Option(
  "passcode-stdin",
  "Read the passcode, one line, from standard input: unlocks the instance, or becomes its passcode if it has none.")
private let tpm = Option(
  "tpm", "Seal the root key of a new instance in the TPM that this TCTI reaches, such as device:/dev/tpmrm0.",
  value: Value("TCTI"))

private let up = Command<ControlAction>(
  "up", "Start Bailey.",
  details: [
    "The first time, this makes the instance, without a passcode until 'bailey passcode set'. Returns when the protected "
      + "files can be reached. Where the instance has a passcode, files of class completeUntilFirstUserAuthentication "
      + "and above need 'bailey unlock' first.",
    "Settings are in the file 'config' of the instance's folder; how it locks: bailey settings.",
  ],
  options: [mount, passcodeStdin, tpm]
) {
  .up(
    UpOptions(
      mount: $0.value(of: mount), tcti: $0.value(of: tpm),
      passcode: $0.has(passcodeStdin) ? .standardInput : .later))
}

private let down = Command<ControlAction>(
  "down", "Stop Bailey: the protected files go away, every key is forgotten.",
  details: ["Apps that run are told to end (SIGTERM), have a second to save, and are ended; which is said."]
) { _ in .down }

private let restart = Command<ControlAction>(
  "restart", "Stop and start Bailey; as after a start of the machine, it is not unlocked then.",
  details: ["Apps that run are ended as by 'bailey down'."]
) { _ in .restart }

private let until = Option(
  "until", "Show nothing; return as soon as this is the lock state.",
  value: Value("STATE", .choice(LockState.allCases.map(\.name))))

private let status = Command<ControlAction>(
  "status", "Show the lock state and what guards the keys.", details: ["Ends with 1 where Bailey is not running."],
  options: [json, until]
) { $0.value(of: until).flatMap { LockState(name: $0) }.map { .await($0) } ?? .status(form($0)) }

// MARK: - Passcode and lock

private let passcode = Command<ControlAction>(
  group: "passcode", "Set, change or remove the passcode.",
  details: [
    "Passcodes are typed without being shown, or read line by line from standard input where that is no terminal: "
      + "the old one first, then the new one. They are never taken from the command line or the environment.",
    "A new one has four characters at least. Where the root key is in a file, how long a thief of the disk needs to find it is said.",
  ],
  [
    Command("set", "Set the first passcode.") { _ in .passcode(.set) },
    Command("change", "Change the passcode. No file is rewritten.") { _ in .passcode(.change) },
    Command(
      "remove", "Remove the passcode: every file can then be read whenever Bailey runs, whatever its class."
    ) { _ in .passcode(.remove) },
  ])

private let now = Option("now", "Leave out the grace period; return when the keys are gone.")

private let then = Option(
  "then",
  "Start this when it is locked, with the picture of clock and widgets: swaylock, i3lock, gnome, or any program.",
  value: Value("PROGRAM", .file))

private let lock = Command<ControlAction>(
  "lock", "Lock: after the grace period, files of class complete cannot be read by anyone.", options: [now, then]
) { .lock($0.has(now) ? .now : .afterGrace, then: $0.value(of: then)) }

private let window = Option(
  "window", "Ask in a window, for menus and scripts; ends with 0 where it is unlocked already.")

private let unlock = Command<ControlAction>(
  "unlock", "Unlock with the passcode.",
  details: ["With --window nothing is read from standard input, and --pinentry says which dialog asks."],
  options: [window, pinentry]
) { $0.has(window) ? .unlockInWindow(pinentry: $0.value(of: pinentry)) : .unlock }

private let yes = Option("yes", "Say that you mean it.", need: .required)

private let changes = Positional(Value("SETTING=VALUE"), "A setting and what it is to be.", .any)

private let settings = Command<ControlAction>(
  "settings", "Show or change how Bailey locks.",
  details: [
    "grace-seconds=SECONDS: how long after a lock files of class complete stay readable, 0 to 3600. "
      + "erase-after-ten=yes or no: whether the tenth wrong passcode erases everything.",
    "Takes the passcode, while unlocked; a shorter grace period takes neither. What the file 'config' says of the two counts "
      + "where it is stricter, and goes when you choose here.",
    "That file has the others too, each with its meaning, read at 'bailey up': mount, tcti, allow-other, and camera=PATH and microphone=PATH, "
      + "devices besides those that are known by their names.",
  ],
  options: [json], positionals: [changes]
) { .settings($0.values(of: changes), form($0)) }

private let withoutPasscode = Option(
  "without-passcode", "In an emergency: nobody is asked for the passcode. On a terminal only.")

private let erase = Command<ControlAction>(
  "erase", "Destroy every key: all protected files are lost for good, at once. Then stop Bailey.",
  details: ["Takes the passcode, where there is one, in every lock state."], options: [yes, withoutPasscode]
) { .erase($0.has(withoutPasscode) ? .withoutPasscode : .byPasscode) }

// MARK: - Files

private let recursive = Option("recursive", letter: "R", "Folders with everything in them.")
private let paths = Positional(Value("PATH", .file), "A protected file or folder.", .oneOrMore)
private let path = Positional(Value("PATH", .file), "A protected file or folder.")
private let className = Value("CLASS", .choice(ProtectionClass.allCases.map(\.name)))
private let classWord = Positional(className, "The class.")
private let classOption = Option("class", "The class of the copies; else that of the folder.", value: className)
private let sources = Positional(Value("SOURCE", .file), "A file or folder to copy.", .oneOrMore)
private let folder = Positional(Value("FOLDER", .folder), "A protected folder.")
private let repair = Option("repair", "Mend what can be mended, and remove what a crash left behind.")

private let files = Command<ControlAction>(
  group: "files", "Protection classes, copying in, checking.",
  [
    Command(
      group: "class", "Show or change when a file can be read.",
      details: [
        "complete: only while unlocked, and for the grace period after a lock.",
        "completeUnlessOpen: can be created at any time, opened only while unlocked; a file that is open stays usable.",
        "completeUntilFirstUserAuthentication: from the first unlock after a start on. The class of new files, unless "
          + "their folder has another.",
        "none: always.",
      ],
      [
        Command(
          "get", "Show the class of files and folders.", options: [recursive, json], positionals: [paths]
        ) { .classGet(paths: $0.values(of: paths), depth($0), form($0)) },
        Command(
          "set", "Change the class of a file, or of files to be made in a folder.",
          details: ["The key is wrapped anew; the contents are not rewritten, so it takes no longer for a large file."],
          options: [recursive], positionals: [path, classWord]
        ) {
          .classSet(
            path: $0.value(of: path) ?? "", $0.value(of: classWord).flatMap { ProtectionClass(name: $0) } ?? .complete,
            depth($0))
        },
      ]),
    Command(
      "copy", "Copy files and folders in, with their modes and times.",
      details: ["Each file is whole and on the disk before it gets its name. The sources stay as they are."],
      options: [classOption], positionals: [sources, folder]
    ) {
      .copy(
        CopyOptions(
          sources: $0.values(of: sources), folder: $0.value(of: folder) ?? "",
          protectionClass: $0.value(of: classOption).flatMap { ProtectionClass(name: $0) }))
    },
    Command(
      "fsck", "Check every file for damage.",
      details: [
        "The mount is away while it runs. Damaged files are named, and nothing is changed without --repair. Contents "
          + "that the lock state forbids are not looked into. Ends with 1 where something is damaged."
      ],
      options: [repair, json]
    ) { .check($0.has(repair) ? .repair : .look, form($0)) },
  ])

// MARK: - The keychain

private let keychain = KeychainCommands<ControlAction>(as: { .keychain($0) }).command
private let passkey = PasskeyCommands<ControlAction>(as: { .passkey($0) }).command
private let attest = AttestCommands<ControlAction>(as: { .attest($0) }).command
private let privacy = PrivacyCommands<ControlAction>(as: { .privacy($0) }).command
private let bundles = BundleCommands<ControlAction>(as: { .bundle($0) })
private let app = AppCommands<ControlAction>(as: { .app($0) }, bundles.commands).command
private let run = bundles.run

private let widget = WidgetCommandLine.WidgetCommands<ControlAction>(as: { .widget($0) }).command
private let lockScreen = WidgetCommandLine.WidgetCommands<ControlAction>(as: { _ in .lockScreen }).lockScreenAlone

private let signIn = SignInWords<ControlAction>(as: { .signIn($0) }).command

// MARK: - The rest

private let pinentry = Option(
  "pinentry", "The dialog to ask with; else the one that is installed, or this terminal.",
  value: Value("PROGRAM", .file))

private let agent = Command<ControlAction>(
  "agent", "Ask you for the passcode when a program wants to know that it is you.",
  details: [
    "Runs until it is stopped: start it with your session. Programs do not see the passcode, and neither does anything "
      + "else but the enclave. Without an agent, what needs you to be asked is refused.",
    "What apps ask for comes here too: the camera, files and so on. Before it answers for you it asks for the passcode, once. "
      + "There is one at a time, and 'bailey status' shows it.",
    "Where it can ask in a window and logind says that your screen is open again, it asks once for the passcode if Bailey is "
      + "still locked: after a login or an unlock without the password.",
  ],
  options: [pinentry]
) { .agent(pinentry: $0.value(of: pinentry)) }

private let console = Command<ControlAction>(
  "console", "Change settings, and answer requests, in the browser.",
  details: [
    "Prints an address of this machine, and opens it where there are windows. It is good once, for the browser that opens "
      + "it first. Runs until Ctrl-C. While it runs, requests of apps are asked in the page too."
  ]
) { _ in .console }

private let below = Option(
  "root", "Below this folder, for packages; else in the system itself.", value: Value("DIR", .folder))

private let extensionOnly = Option(
  "extension-only", "The extension alone, where Bailey lies in a folder that not only root can change.")
private let forUser = Option(
  "user", "What the extension speaks to, for your own browsers alone. Takes no root, and the extension.")

private let removeForUser = Option("user", "What 'install --user' has put there alone. Takes no root.")

private let browser = Command<ControlAction>(
  group: "browser", "Sign in at web sites with Bailey's passkeys, in Debian's Chromium and Firefox.",
  [
    Command(
      "install", "Put the extension where the browsers find it, for everybody on this machine.",
      details: [
        "Takes root: sudo bailey browser install. Both browsers load it at their next start; nothing is fetched, and no setting of "
          + "theirs is changed. Chrome, Brave, Edge and browsers from Flatpak take extensions from their stores alone.",
        "Every user's browser starts the program that is installed. Where others than root can change it, that is refused: sudo "
          + "bailey browser install --extension-only, then bailey browser install --user.",
      ], options: [below, extensionOnly, forUser]
    ) { .browser(.install(root: $0.value(of: below) ?? "", installation($0))) },
    Command("remove", "Take it away again. Passkeys stay.", options: [below, removeForUser]) {
      .browser(.remove(root: $0.value(of: below) ?? "", $0.has(removeForUser) ? .user : .everybody))
    },
    Command(
      "status", "Try the way from a page to the enclave, and name the first link that is broken.",
      details: ["Ends with 1 where one is."], options: [below, json]
    ) { .browser(.status(root: $0.value(of: below) ?? "", form($0))) },
  ])

private let sdk = Command<ControlAction>(
  group: "sdk", "What apps for Apple's systems compile against.",
  [
    Command(
      "path", "Print the folder of the SDK.",
      details: ["To build a Swift package with it: swift build --toolset $(bailey sdk path)/toolset.json"]
    ) { _ in .sdkPath }
  ])

private let checkTargets = Option("check", "Fail where a target is missed.")
private let benchmarkMedium = Option(
  "on", "Measure there only.", value: Value("PLACE", .choice(FileBenchmarkOptions.Medium.allCases.map(\.rawValue))))
private let benchmarkPart = Option(
  "only", "Measure that part only: one large file, random access, a source tree, or many small files.",
  value: Value("PART", .choice(FileBenchmarkOptions.Part.allCases.map(\.rawValue))))

private let benchmarkPython = Option(
  "python", "The Python that has pyattest; else /usr/bin/python3.", value: Value("PROGRAM", .file))

private let bench = Command<ControlAction>(
  group: "bench", "Measure how fast Bailey is on this machine.",
  [
    Command(
      "files", "Measure files.",
      details: ["Against gocryptfs and securefs, where they are installed, and the plain folder."],
      options: [json, checkTargets, benchmarkMedium, benchmarkPart]
    ) { found in
      .benchmark(
        .files(
          FileBenchmarkOptions(
            medium: found.value(of: benchmarkMedium).flatMap { FileBenchmarkOptions.Medium(rawValue: $0) },
            part: found.value(of: benchmarkPart).flatMap { FileBenchmarkOptions.Part(rawValue: $0) }),
          verdict(found), form(found)))
    },
    Command(
      "keychain", "Measure the keychain.",
      details: ["Against gnome-keyring, where it is installed, with 10 to 10,000 items, and openssl."],
      options: [json, checkTargets]
    ) { .benchmark(.keychain(verdict($0), form($0))) },
    Command(
      "secrets", "Measure the Secret Service.",
      details: ["Through libsecret, against gnome-keyring, where it is installed, with 10 to 10,000 items."],
      options: [json, checkTargets]
    ) { .benchmark(.secrets(verdict($0), form($0))) },
    Command(
      "lock", "Measure a lock.",
      details: [
        "How long it takes until 1,000 open files of class complete and 1 GiB of cached pages are gone, and whether "
          + "they are."
      ],
      options: [json, checkTargets]
    ) { .benchmark(.lock(verdict($0), form($0))) },
    Command(
      "console", "Measure the console.",
      details: ["Its pages in Chromium, and how fast it serves files, against nginx."], options: [json, checkTargets]
    ) { .benchmark(.console(verdict($0), form($0))) },
    Command(
      "signin", "Measure the provider of sign-in.",
      details: [
        "bailey-identity’s files against nginx, codes for tokens against RSA signatures, a site’s verification against openssl and PyJWT, "
          + "and its memory with 100,000 accounts."
      ],
      options: [json, checkTargets]
    ) { .benchmark(.signIn(verdict($0), form($0))) },
    Command(
      "consent", "Measure what it costs to ask, to look after apps, and to write down what they use.",
      details: [
        "Of the instance that runs: a status query, an injected device, the proxy, and a report of 100,000 events."
      ],
      options: [json, checkTargets]
    ) { .benchmark(.consent(verdict($0), form($0))) },
    Command(
      "passkeys", "Measure passkeys.",
      details: [
        "Verification at a site against py_webauthn, of the Python that BAILEY_BENCH_PYTHON names, and against openssl's signatures "
          + "alone; and what the enclave signs. No passcode is in these. In Chromium, a page that makes a passkey and signs in, against "
          + "Chromium's virtual authenticator, with Argon2id's time beside it, and loads of a page with the extension and without."
      ],
      options: [json, checkTargets]
    ) { .benchmark(.passkeys(verdict($0), form($0))) },
    Command(
      "apps", "Measure apps.",
      details: ["Starts against plain bwrap, verification against sha256sum, installation against cp -a and sync."],
      options: [json, checkTargets]
    ) { .benchmark(.apps(verdict($0), form($0))) },
    Command(
      "attest", "Measure how fast attestations and assertions are verified.",
      details: ["Against pyattest."], options: [json, checkTargets, benchmarkPython]
    ) { .benchmark(.attest(python: $0.value(of: benchmarkPython), verdict($0), form($0))) },
    Command(
      "widgets", "Measure how fast widgets are drawn.",
      details: ["Against cairo and pango alone."], options: [json, checkTargets]
    ) { _ in .benchmark(.widgets) },
  ])

private let shell = Positional(Value("SHELL", .choice(Shell.allCases.map(\.rawValue))), "The shell.")

private let completions = Command<ControlAction>(
  "completions", "Print the script that completes bailey's words in a shell.",
  details: ["For bash, add this to ~/.bashrc: source <(bailey completions bash)"], positionals: [shell]
) { .completions($0.value(of: shell).flatMap { Shell(rawValue: $0) } ?? .bash) }

private let asMarkdown = Option("markdown", "As Markdown, as it stands in Documentation/Commands.md.")

private let manual = Command<ControlAction>(
  "manual", "Print the manual page.", details: ["To read it: bailey manual | man -l -"], options: [asMarkdown]
) { .manual($0.has(asMarkdown) ? .markdown : .roff) }

private let version = Command<ControlAction>(
  "version", "Print the version.", aliases: ["--version"], options: [json]
) { .version(form($0)) }

private let supervise = Command<ControlAction>(
  "supervise", "Run the processes of an instance: what 'up' starts.", visibility: .hidden
) { _ in .supervise }

private func installation(_ arguments: Arguments) -> BrowserInstallation {
  arguments.has(forUser) ? .user : arguments.has(extensionOnly) ? .extensionAlone : .everybody
}
private func form(_ arguments: Arguments) -> OutputForm { arguments.has(json) ? .json : .text }

private func verdict(_ arguments: Arguments) -> BenchmarkVerdict {
  arguments.has(checkTargets) ? .isExitCode : .printed
}

private func depth(_ arguments: Arguments) -> Depth { arguments.has(recursive) ? .everything : .itself }
