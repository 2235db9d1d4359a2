// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing
import ProtectionModel

/// The words of `bailey` about the instance.
package enum InstanceWords {
  /// The commands about the running instance, its lock and its files.
  package static let running = [
    up, down, restart, status, passcode, lock, unlock, settings, erase, files,
  ]
  /// The commands by which the person is asked.
  package static let asking = [agent, console]
  package static let sdk = toolset
  /// The processes of an instance, which `up` starts.
  package static let supervise = supervision
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

// MARK: - The person

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

private let toolset = Command<ControlAction>(
  group: "sdk", "What apps for Apple's systems compile against.",
  [
    Command(
      "path", "Print the folder of the SDK.",
      details: ["To build a Swift package with it: swift build --toolset $(bailey sdk path)/toolset.json"]
    ) { _ in .sdkPath }
  ])

private let supervision = Command<ControlAction>(
  "supervise", "Run the processes of an instance: what 'up' starts.", visibility: .hidden
) { _ in .supervise }

private func form(_ arguments: Arguments) -> OutputForm { arguments.has(json) ? .json : .text }

private func depth(_ arguments: Arguments) -> Depth { arguments.has(recursive) ? .everything : .itself }
