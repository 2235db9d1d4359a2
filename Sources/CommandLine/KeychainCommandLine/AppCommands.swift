// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

/// The words of `bailey app`, for any program's own type of action.
package struct AppCommands<Action: Sendable>: Sendable {
  private let wrap: @Sendable (AppAction) -> Action

  package init(as wrap: @escaping @Sendable (AppAction) -> Action) { self.wrap = wrap }

  package var command: Command<Action> {
    Command(
      group: "app", "Programs and what they are entitled to.",
      details: [
        "A program that is registered reaches the access groups its entitlements name, as Apple orders them. It is known by "
          + "its path and its contents: when the executable changes, it needs registration again.",
        "Any other program has an access group of its own, which nobody else can name.",
      ],
      [register, list, unregister])
  }

  private var register: Command<Action> {
    Command(
      "register", "Say what the executable at a path is entitled to.",
      details: [
        "Takes the place of what was registered there before. The entitlements are an XML property list.",
        "Once there is a passcode, an access group that another program has, or that has items, takes it: typed without being "
          + "shown, or a line of standard input where that is no terminal. A program that has changed is another one.",
      ],
      options: [executable, entitlements]
    ) {
      wrap(
        .register(executable: $0.value(of: executable) ?? "", entitlements: $0.value(of: entitlements) ?? ""))
    }
  }

  private var list: Command<Action> {
    Command("list", "Show the registered programs.", options: [json]) { wrap(.list($0.has(json) ? .json : .text)) }
  }

  private var unregister: Command<Action> {
    Command(
      "unregister", "Forget what was registered for an executable.",
      details: ["Its items stay, and are out of its reach."], options: [executable]
    ) { wrap(.unregister(executable: $0.value(of: executable) ?? "")) }
  }
}

private let json = Option("json", "Print JSON, for scripts.")
private let executable = Option("executable", "The program's file.", value: Value("PATH", .file), need: .required)
private let entitlements = Option(
  "entitlements", "The property list.", value: Value("FILE", .file), need: .required)
