// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing
import InstanceAccess
import KeychainModel

/// The words of `bailey keychain`, for any program's own type of action.
package struct KeychainWords<Action: Sendable>: Sendable {
  let wrap: @Sendable (KeychainAction) -> Action

  package init(as wrap: @escaping @Sendable (KeychainAction) -> Action) { self.wrap = wrap }

  package var command: Command<Action> {
    Command(
      group: "keychain", "Secrets of the command line, under the lock state.",
      details: [
        "Items are those of bailey itself: every program has access groups of its own, and reaches no others.",
        "ATTRIBUTE is NAME=TEXT, or NAME:=HEX for bytes. Names: "
          + AttributeName.all.map(\.name).joined(separator: ", ") + ", and Apple's names of four characters.",
        "Secrets are typed without being shown, or are all of standard input where that is no terminal, without a line "
          + "end at its end. They are never taken from the command line or the environment.",
      ],
      [
        add, find, list, update, delete, groups, dump, explain, verify, export, importing, backup, restore, password,
        lock, unlock,
      ])
  }

  // MARK: - One by one

  private var add: Command<Action> {
    Command(
      "add", "Store a new item.",
      details: ["Ends with 1 where an item with the same account, service, server and so on is there already."],
      options: [itemClass, accessible, json], positionals: [attributes]
    ) { wrap(.add(words($0), accessible: $0.value(of: accessible), form($0))) }
  }

  private var find: Command<Action> {
    Command(
      "find", "Show an item.",
      details: [
        "The oldest one that has all of the attributes, or with --all each of them. Ends with 1 where there is none."
      ],
      options: [itemClass, every, data, secretOnly, json], positionals: [attributes]
    ) { wrap(.find(words($0), $0.has(every) ? .everything : .matching, display($0), form($0))) }
  }

  private var list: Command<Action> {
    Command("list", "Show all items, without their secrets.", options: [optionalClass, json]) {
      wrap(.list(itemClass: $0.value(of: optionalClass).flatMap { ClassName.itemClass(named: $0) }, form($0)))
    }
  }

  private var update: Command<Action> {
    Command(
      "update", "Change every item that has all of the attributes.",
      details: ["Ends with 1 where there is none; then, as after any other failure, nothing has changed."],
      options: [itemClass, set, secret, json], positionals: [attributes]
    ) { wrap(.update(words($0), changes: $0.values(of: set), $0.has(secret) ? .asked : .kept, form($0))) }
  }

  private var delete: Command<Action> {
    Command(
      "delete", "Delete every item that has all of the attributes.",
      details: ["Works while locked too. Ends with 1 where there is none."],
      options: [itemClass, all, json], positionals: [someAttributes]
    ) {
      wrap(
        .delete(
          ItemWords(itemClass(of: $0), $0.values(of: someAttributes)), $0.has(all) ? .everything : .matching, form($0)))
    }
  }

  private var groups: Command<Action> {
    Command(
      "groups", "Show the access groups of this program and of every registered app.",
      details: ["An item whose group is not named is stored in the first one."], options: [json]
    ) { wrap(.groups(form($0))) }
  }

  private var dump: Command<Action> {
    Command("dump", "Show all items with everything they have.", options: [data, json]) {
      wrap(.dump(display($0), form($0)))
    }
  }

  private var explain: Command<Action> {
    Command(
      "explain", "Say what a query would do and why, without doing it.",
      details: [
        "FILE is a query as an app makes it, as JSON or as an XML property list: a dictionary with kSecClass and so on, by "
          + "the constants' names or their values. JSON writes data as {\"base64\": TEXT} or {\"hex\": TEXT}, dates as "
          + "{\"date\": \"2024-01-31T23:59:59Z\"}.",
        "A dictionary with 'query' is a whole call, with 'call' (SecItemCopyMatching and so on), 'attributesToUpdate' and "
          + "'status', which is what it answered. An array is several calls in their order: deleting what a locked device "
          + "could not read shows only there.",
        "Groups and items are those of bailey itself. With --app, groups are those of an installed app or a registered program, whose "
          + "items nobody else may look at.",
        "Ends with 0 where nothing is suspicious, with 1 where there are errors or warnings, and with 2 where FILE cannot be "
          + "understood.",
      ],
      options: [call, app, json], positionals: [queryFile]
    ) {
      wrap(
        .explain(
          ExplainRequest(
            file: $0.value(of: queryFile) ?? "-", call: $0.value(of: call), app: $0.value(of: app), form: form($0))))
    }
  }

  private var verify: Command<Action> {
    Command(
      "verify", "Look at every item of every program, and name those that are damaged or lost.",
      details: [
        "Looks into each file-based keychain too, and says how many items of a locked one it could not look at.",
        "Ends with 0 where all is well, and with 1 where something is damaged or lost.",
        "Damage to the database costs the items that it hits; what is lost is named until --forget.",
      ], options: [forget, json]
    ) { wrap(.verify($0.has(forget) ? .forgotten : .kept, form($0))) }
  }

  // MARK: - Files

  private static var passphrases: String {
    "The passphrase is typed without being shown, or is a line of standard input or of --passphrase-fd. It is never taken "
      + "from the command line or the environment, and nobody can find it out or do without it."
  }

  private static var owner: String {
    "Takes the passcode where there is one: on the terminal, or the first line of standard input."
  }

  private var export: Command<Action> {
    Command(
      "export", "Write the items of the command line to a new file, encrypted, for any other device.",
      details: ["Items that belong to this device only are left out.", Self.passphrases],
      options: [passphrase, json], positionals: [newFile]
    ) { wrap(.backup(file($0, newFile, .own))) }
  }

  private var importing: Command<Action> {
    Command(
      "import", "Take in the items of an exported file.",
      details: ["Of two items that cannot both be, the newer one stays.", Self.passphrases],
      options: [passphrase, json], positionals: [knownFile]
    ) { wrap(.restore(file($0, knownFile, .own))) }
  }

  private var backup: Command<Action> {
    Command(
      "backup", "Write the items of all programs to a new file, encrypted.",
      details: [
        "Items that belong to this device only can be restored on this one; those that need a passcode to be set, and keys "
          + "of the enclave, are left out.",
        "File-based keychains are in it that are open, and come back with the passwords they have; those that are locked "
          + "are named.", Self.owner, Self.passphrases,
      ],
      options: [passphrase, json], positionals: [newFile]
    ) { wrap(.backup(file($0, newFile, .everything))) }
  }

  private var restore: Command<Action> {
    Command(
      "restore", "Put back the items of a backup.",
      details: [
        "The whole file is checked before anything is changed. Of two items that cannot both be, the newer one stays. A "
          + "restore that was interrupted is completed by another one.",
        "Where a registered program has the access group of an item now, it is named, and the restore asks first.",
        Self.owner, Self.passphrases,
      ],
      options: [passphrase, yes, json], positionals: [knownFile]
    ) { arguments in
      var words = file(arguments, knownFile, .everything)
      if arguments.has(yes) { words.confirmation = .given }
      return wrap(.restore(words))
    }
  }

  private func file(_ arguments: Arguments, _ file: Positional, _ scope: BackupWords.Scope) -> BackupWords {
    BackupWords(
      file: arguments.value(of: file) ?? "", scope: scope,
      source: arguments.number(of: passphrase).map { .descriptor(Int32($0)) } ?? .standard, form: form(arguments))
  }

  private func words(_ arguments: Arguments) -> ItemWords {
    ItemWords(itemClass(of: arguments), arguments.values(of: attributes))
  }
}

// MARK: - Options

private let json = Option("json", "Print JSON, for scripts.")
private let className = Value("CLASS", .choice(ClassName.all.map(\.name)))
private let itemClass = Option("class", "generic, unless this says otherwise.", value: className)
private let optionalClass = Option("class", "Of this class only.", value: className)
private let accessible = Option(
  "accessible", "When it can be read; whenUnlocked at first.",
  value: Value("WHEN", .choice(AccessibleName.all.map(\.name))))
private let data = Option("data", letter: "d", "Show the secret too.")
private let secretOnly = Option("secret-only", letter: "w", "Print nothing but the secret, byte by byte.")
private let secret = Option("secret", "Read a new secret.")
private let every = Option("all", "Show every one that has them.")
private let all = Option("all", "All items of the class, whatever their attributes.")
private let passphrase = Option(
  "passphrase-fd", "Read the passphrase from this file descriptor.", value: Value("N", .number(0...1023)))
private let yes = Option("yes", "Do not ask whether the programs named may have the items.")
private let newFile = Positional(Value("FILE", .file), "A file that is not there yet.")
private let knownFile = Positional(Value("FILE", .file), "The file.")
private let forget = Option("forget", "Say once more what is lost, and then no more.")
private let set = Option(
  "set", "What to change; may be given more than once.", value: Value("ATTRIBUTE"), occurrence: .any)
private let attributes = Positional(Value("ATTRIBUTE"), "NAME=TEXT or NAME:=HEX.", .oneOrMore)
private let someAttributes = Positional(Value("ATTRIBUTE"), "NAME=TEXT or NAME:=HEX.", .any)

private let queryFile = Positional(Value("FILE", .file), "The query; - is standard input.")
private let call = Option(
  "call", "What the dictionary is given to, where FILE does not say.",
  value: Value("CALL", .choice(["find", "add", "update", "delete"])))
private let app = Option(
  "app", "Take the access groups of this app or registered program.", value: appWord)

private func form(_ arguments: Arguments) -> OutputForm { arguments.has(json) ? .json : .text }

private func itemClass(of arguments: Arguments) -> ItemClass {
  arguments.value(of: itemClass).flatMap { ClassName.itemClass(named: $0) } ?? .genericPassword
}

private func display(_ arguments: Arguments) -> SecretDisplay {
  arguments.has(secretOnly) ? .alone : arguments.has(data) ? .shown : .hidden
}
