// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

/// The words of `bailey app`, for any program's own type of action.
package struct AppWords<Action: Sendable>: Sendable {
  private let wrap: @Sendable (AppAction) -> Action
  /// The commands about bundles.
  private let bundles: [Command<Action>]

  package init(as wrap: @escaping @Sendable (AppAction) -> Action, _ bundles: [Command<Action>]) {
    self.wrap = wrap
    self.bundles = bundles
  }

  package var command: Command<Action> {
    Command(
      group: "app", "Apps and programs, and what they are entitled to.",
      details: [
        "An app is a signed bundle: it is installed, and started by 'bailey run' in a sandbox of its own.",
        "A program that is registered reaches the access groups its entitlements name, as Apple orders them. It is known by "
          + "its path and its contents: when the executable changes, it needs registration again.",
        "Any other program has an access group of its own, which nobody else can name.",
      ],
      bundles + [list, register, unregister])
  }

  private var register: Command<Action> {
    Command(
      "register", "Say what the executable at a path is entitled to.",
      details: [
        "Takes the place of what was registered there before. The entitlements are an XML property list.",
        "Once there is a passcode, an access group that another program has, or that has items, takes it: typed without being "
          + "shown, or a line of standard input where that is no terminal. A program that has changed is another one.",
        "--identifier also writes Info.plist beside the executable, where Foundation finds Bundle.main.bundleIdentifier. Without "
          + "entitlements the program then has the group of that name.",
        "--watch registers a folder in the place of an executable: whatever is built there counts, without being registered "
          + "again. Where there is a passcode it is asked for, once.",
      ],
      options: [program, watched, entitlementsFile, identifier]
    ) { found in
      let file = found.value(of: watched).map { RegisteredFile.folder($0) }
      return wrap(
        .register(
          file ?? .executable(found.value(of: program) ?? ""), entitlements: found.value(of: entitlementsFile),
          identifier: found.value(of: identifier)))
    }
  }

  private var list: Command<Action> {
    Command("list", "Show the installed apps and the registered programs.", options: [json, names]) {
      wrap($0.has(names) ? .names : .list($0.has(json) ? .json : .text))
    }
  }

  private var unregister: Command<Action> {
    Command(
      "unregister", "Forget what was registered for an executable.",
      details: ["Its items stay, and are out of its reach."], options: [executable]
    ) { wrap(.unregister(executable: $0.value(of: executable) ?? "")) }
  }
}

private let names = Option(
  "names", "Print nothing but the words by which an app can be named, for completions.")
private let json = Option("json", "Print JSON, for scripts.")
private let executable = Option("executable", "The program's file.", value: Value("PATH", .file), need: .required)
private let program = Option("executable", "The program's file.", value: Value("PATH", .file))
private let watched = Option("watch", "A folder of programs that are being developed.", value: Value("DIR", .folder))
private let entitlementsFile = Option("entitlements", "The property list.", value: Value("FILE", .file))
private let identifier = Option(
  "identifier", "What the program is called, such as org.example.tool.", value: Value("ID"))
