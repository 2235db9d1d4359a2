// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

private let undo = Option("undo", "Take back what it did.")
private let purgeData = Option(
  "purge-data", "Take it back, and destroy everything that Bailey protects for you. Takes the passcode.")

private let setupInConsole = Option(
  "console", "In the browser: Bailey is started where it does not run, and the console shows the steps.")
private let listSteps = Option("list", "Show the steps that are left, and those that were taken.")
private let onlyStep = Option(
  "only", "This step alone, without a question; with --undo, take it alone back.", value: Value("STEP"))
private let setupMount = Option(
  "mount", "With --console, where the protected files are to appear: ~/Protected else.", value: Value("DIR", .folder))
private let json = Option("json", "With --list, print JSON, for scripts.")

/// The words of `bailey setup`.
package enum SetupWords {
  package static let command = Command<SetupMode>(
    "setup", "Make Bailey a part of your desktop, step by step.",
    details: [
      "On a terminal. Each step says what it changes, and waits for your yes: start with each login, with the TPM where there is one; "
        + "a passcode; secrets that lie in plain text; git; the passwords of browsers and other programs; being asked; passkeys in browsers; "
        + "the login and the screen's lock; writing down what apps use; a first folder. What is done already is left out, so that it can be "
        + "given again.",
      "What it did is in the file 'setup' of the instance's folder. --undo takes that back, the last first; a passcode and what is protected stay.",
      "The steps for --only: start, login, passcode, adopt, git, desktop, agent, browser, screen-lock, recording, folder.",
    ],
    options: [undo, purgeData, setupInConsole, setupMount, listSteps, onlyStep, json]
  ) { mode($0) }

  private static func mode(_ arguments: Arguments) -> SetupMode {
    if arguments.has(purgeData) { return .undo(.purged) }
    if let step = arguments.value(of: onlyStep) { return .only(step, arguments.has(undo) ? .back : .there) }
    if arguments.has(undo) { return .undo(.kept) }
    if arguments.has(listSteps) { return .list(arguments.has(json) ? .json : .text) }
    return arguments.has(setupInConsole) ? .inConsole(mount: arguments.value(of: setupMount)) : .setUp
  }
}
