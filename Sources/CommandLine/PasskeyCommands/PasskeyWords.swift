// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

/// The actions of `bailey passkey`.
package enum PasskeyAction: Sendable, Equatable {
  case verify(file: String, OutputForm)
  /// The passkeys of one site, or of all.
  case list(site: String?, includingDeleted: Bool, OutputForm)
  case show(String, OutputForm)
  case delete(String)
  case restore(String)
  case rename(String, name: String)
  /// Whether new ones may leave the device; nil asks.
  case new(isOfThisDeviceOnly: Bool?)
  /// The export to a file of the Credential Exchange Format, of one site or of all.
  case export(file: String, site: String?, Confirmation, OutputForm)
  case `import`(file: String, Confirmation, OutputForm)

  /// Whether the owner has said yes already, or is to be asked.
  package enum Confirmation: Sendable, Equatable { case asked, given }
}

/// The words of `bailey passkey`, for any program's own type of action.
package struct PasskeyWords<Action: Sendable>: Sendable {
  private let wrap: @Sendable (PasskeyAction) -> Action

  package init(as wrap: @escaping @Sendable (PasskeyAction) -> Action) { self.wrap = wrap }

  package var command: Command<Action> {
    Command(
      group: "passkey", "Passkeys: sign-in without passwords.",
      [verify, list, show, delete, restore, rename, export, `import`, new])
  }

  private var list: Command<Action> {
    Command(
      "list", "List passkeys: site, account, when they were made and used, and their identifiers.",
      details: [
        "Takes the passcode: it tells at which sites there are accounts. Deleted ones are kept for thirty days: --deleted lists them too."
      ],
      options: [deleted, json], positionals: [site]
    ) { wrap(.list(site: $0.value(of: site), includingDeleted: $0.has(deleted), $0.has(json) ? .json : .text)) }
  }

  private var show: Command<Action> {
    Command(
      "show", "Show one passkey.", details: ["ID is the beginning of an identifier that 'bailey passkey list' prints."],
      options: [json], positionals: [identifier]
    ) { wrap(.show($0.value(of: identifier) ?? "", $0.has(json) ? .json : .text)) }
  }

  private var delete: Command<Action> {
    Command(
      "delete", "Delete a passkey, which can be restored for thirty days.",
      details: ["The site does not learn of it: delete it there too, or the account keeps a way in that nobody has."],
      positionals: [identifier]
    ) { wrap(.delete($0.value(of: identifier) ?? "")) }
  }

  private var restore: Command<Action> {
    Command(
      "restore", "Take a deletion back, or make a replaced passkey the account's own again.", positionals: [identifier]
    ) { wrap(.restore($0.value(of: identifier) ?? "")) }
  }

  private var rename: Command<Action> {
    Command("rename", "Give a passkey a name of your own.", positionals: [identifier, name]) {
      wrap(.rename($0.value(of: identifier) ?? "", name: $0.value(of: name) ?? ""))
    }
  }

  private var export: Command<Action> {
    Command(
      "export", "Write passkeys to a file that other programs import.",
      details: [
        "FILE is of the FIDO Alliance's Credential Exchange Format 1.0, which has no encryption of its own: whoever reads it signs in "
          + "as you. Write it to ~/Protected or to an encrypted disk, and delete it once it is imported. 'bailey keychain backup' keeps "
          + "passkeys encrypted.",
        "Takes the passcode, and asks once it has named the sites. Passkeys of this device only are listed as left out.",
      ], options: [only, yes, json], positionals: [exported]
    ) {
      wrap(
        .export(
          file: $0.value(of: exported) ?? "", site: $0.value(of: only), $0.has(yes) ? .given : .asked,
          $0.has(json) ? .json : .text))
    }
  }

  private var `import`: Command<Action> {
    Command(
      "import", "Take passkeys from a file that another program has written.",
      details: [
        "FILE is of the FIDO Alliance's Credential Exchange Format 1.0. Passkeys of the algorithm ES256 are taken, with what sites keep "
          + "with them; others are listed as left out, and passwords are passed over. What is here already stays as it is.",
        "Asks once it has named the sites, and takes the passcode. A passkey that is imported counts as its account's newest.",
      ], options: [yes, json], positionals: [imported]
    ) {
      wrap(.import(file: $0.value(of: imported) ?? "", $0.has(yes) ? .given : .asked, $0.has(json) ? .json : .text))
    }
  }

  private var new: Command<Action> {
    Command(
      "new", "Say whether passkeys that sites make may leave this device, or choose it.",
      details: [
        "With --this-device-only those that are made from now on stay here: no backup and no file has them, and sites are told so. Those "
          + "that are there stay as they are. Without an option it says what is chosen."
      ], options: [thisDeviceOnly, portable]
    ) { wrap(.new(isOfThisDeviceOnly: $0.has(thisDeviceOnly) ? true : $0.has(portable) ? false : nil)) }
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
          + "for it, and 2 where the file cannot be read or is not understood. Nothing is sent anywhere, and Bailey need not run.",
      ], options: [json], positionals: [file]
    ) { wrap(.verify(file: $0.value(of: file) ?? "", $0.has(json) ? .json : .text)) }
  }
}

private let thisDeviceOnly = Option("this-device-only", "They never leave this device.")
private let portable = Option("portable", "They may leave it, for a backup or another device: the usual.")
private let deleted = Option("deleted", "Deleted ones too.")
private let yes = Option("yes", "Do not ask whether to.")
private let only = Option("site", "Those of this site alone.", value: Value("SITE"))
private let exported = Positional(Value("FILE", .file), "The file to write, which must not exist.")
private let imported = Positional(Value("FILE", .file), "The file to read.")
private let json = Option("json", "Print JSON, for scripts.")
private let site = Positional(Value("SITE"), "Those of this site alone.", .optional)
private let identifier = Positional(Value("ID"), "The beginning of an identifier.")
private let name = Positional(Value("NAME"), "What to call it; empty for no name.")
private let file = Positional(Value("FILE", .file), "Options, response and policy.")
