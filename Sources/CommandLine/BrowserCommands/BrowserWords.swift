// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

/// The words of `bailey browser`.
package enum BrowserWords {
  package static let command = browser
}

private let json = Option("json", "Print JSON, for scripts.")
private let below = Option(
  "root", "Below this folder, for packages; else in the system itself.", value: Value("DIR", .folder))

private let extensionOnly = Option(
  "extension-only", "The extension alone, where Bailey lies in a folder that not only root can change.")
private let forUser = Option(
  "user", "What the extension speaks to, for your own browsers alone. Takes no root, and the extension.")

private let removeForUser = Option("user", "What 'install --user' has put there alone. Takes no root.")

private let browser = Command<BrowserAction>(
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
    ) { .install(root: $0.value(of: below) ?? "", installation($0)) },
    Command("remove", "Take it away again. Passkeys stay.", options: [below, removeForUser]) {
      .remove(root: $0.value(of: below) ?? "", $0.has(removeForUser) ? .user : .everybody)
    },
    Command(
      "status", "Try the way from a page to the enclave, and name the first link that is broken.",
      details: ["Ends with 1 where one is."], options: [below, json]
    ) { .status(root: $0.value(of: below) ?? "", form($0)) },
  ])

private func installation(_ arguments: Arguments) -> BrowserInstallation {
  arguments.has(forUser) ? .user : arguments.has(extensionOnly) ? .extensionAlone : .everybody
}

private func form(_ arguments: Arguments) -> OutputForm { arguments.has(json) ? .json : .text }
