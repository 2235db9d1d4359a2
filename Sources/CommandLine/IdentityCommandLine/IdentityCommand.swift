// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing
import IdentityModel

/// The words `bailey-identity` understands.
package enum IdentityCommand {
  package static let command = Command<IdentityAction>(
    group: "bailey-identity",
    "Your own provider of sign-in, for sites and apps that speak Sign in with Apple’s protocol",
    [
      create, serve, status, develop, team, app, service, key, redirect, user, endpoint, notifications, machine,
      explain, log, backup, restore, move, endAll,
    ])
}

private let home = Option(
  "home", "The provider’s folder; else $BAILEY_IDENTITY_HOME, else ~/.local/share/bailey-identity.",
  value: Value("DIR", .folder))
private let json = Option("json", "Print JSON, for scripts.")

private func form(_ found: Arguments) -> IdentityAction.Form { found.has(json) ? .json : .text }

private func administer(
  _ name: AdministrativeRequest.Name, _ found: Arguments, _ words: [String: String?] = [:]
) -> IdentityAction {
  .administer(AdministrativeRequest(name, words.compactMapValues { $0 }), home: found.value(of: home), form(found))
}

// MARK: - The provider

private let issuer = Option(
  "issuer", "What tokens say of where they come from, such as https://id.example.org.", value: Value("URL"),
  need: .required)
private let address = Option(
  "address", "Where browsers and sites reach it; else the issuer. Another one only on this machine.",
  value: Value("URL"))
private let name = Option("name", "What people call it.", value: Value("NAME"), need: .required)
private let port = Option(
  "port", "The port on 127.0.0.1; else 8642. TLS is for a proxy in front.", value: Value("PORT", .number(1...65_535)))

private let database = Option(
  "database", "A PostgreSQL database, such as ‘host=/run/postgresql dbname=identity’; else a file of the folder.",
  value: Value("WORDS"))

private let create = Command<IdentityAction>(
  "init", "Make a provider: its folder, settings, keys and database.",
  details: ["What is to change later, change in settings.json. It is checked before it is used."],
  options: [issuer, address, name, port, database, home]
) { found in
  .create(
    NewProvider(
      issuer: found.value(of: issuer) ?? "", address: found.value(of: address), name: found.value(of: name) ?? "",
      port: UInt16(found.number(of: port) ?? 8642), home: found.value(of: home),
      database: found.value(of: database)))
}

private let serve = Command<IdentityAction>("serve", "Serve, until SIGINT or SIGTERM.", options: [home]) {
  .serve(home: $0.value(of: home))
}

private let status = Command<IdentityAction>(
  "status", "Show what it is, and whether it serves.", options: [home, json]
) { administer(.status, $0) }

private let ownIssuer = Option("issuer", "Another issuer than its own address.", value: Value("URL"))
private let freePort = Option("port", "The port; else one that is free.", value: Value("PORT", .number(0...65_535)))
private let folder = Option(
  "folder", "Where its files go, and stay; else a folder that is gone at the end.", value: Value("DIR", .folder))
private let moreRedirects = Option(
  "redirect", "An address that sites may be sent back to.", value: Value("URL"), occurrence: .any)
private let claims = Option(
  "email-verified", "How the claim is written: as text, or as a Boolean.",
  value: Value("FORM", .choice(DevelopmentOptions.Claims.allCases.map(\.rawValue))))

private let devEndpoint = Option(
  "endpoint", "Where the app takes notifications; http counts for this machine.", value: Value("URL"))
private let devAuthorities = Option(
  "authorities", "Certificates by which the endpoint is trusted.", value: Value("FILE", .file))

private let host = Option(
  "host", "The name in its address; browsers make passkeys for a name alone.",
  value: Value("NAME", .choice(["127.0.0.1", "localhost"])))

private let develop = Command<IdentityAction>(
  "dev", "Serve a provider for tests: fixed keys, people, clients and subjects; nothing is kept.",
  details: [
    "Prints one line of JSON when it is ready: its address, the client, the key’s file, who can sign in. Everybody knows its "
      + "keys: what it says proves nothing."
  ],
  options: [freePort, ownIssuer, host, folder, moreRedirects, claims, devEndpoint, devAuthorities]
) { found in
  .develop(
    DevelopmentOptions(
      port: UInt16(found.number(of: freePort) ?? 0), issuer: found.value(of: ownIssuer),
      folder: found.value(of: folder), redirects: found.values(of: moreRedirects),
      claims: found.value(of: claims).flatMap { DevelopmentOptions.Claims(rawValue: $0) } ?? .strings,
      endpoint: found.value(of: devEndpoint), authorities: found.value(of: devAuthorities),
      host: found.value(of: host)))
}

// MARK: - Teams, clients, keys

private let teamID = Positional(
  Value("TEAM"), "Ten capital letters and digits, or the sixteen of a publisher's prefix.")
private let title = Positional(Value("NAME"), "What people are shown.")
private let team = Command<IdentityAction>(
  group: "team", "Who develops apps and sites.",
  [
    Command("add", "Add a team.", options: [home, json], positionals: [teamID, title]) {
      administer(.teamAdd, $0, ["id": $0.value(of: teamID), "title": $0.value(of: title)])
    },
    Command("list", "List them.", options: [home, json]) { administer(.teamList, $0) },
  ])

private let clientID = Positional(Value("CLIENT"), "Such as com.example.app.")
private let ofTeam = Option("team", "Its team.", value: Value("TEAM"), need: .required)
private let development = Option("development", "Its developer is told which rules a request broke.")
private let stage = Positional(
  Value("STAGE", .choice(SignInClient.Stage.allCases.map(\.rawValue))), "Whether its developer is told broken rules.")

private let endConsents = Option("end-consents", "End what people allow it; its server is told.")
private let endTokens = Option("end-tokens", "End its tokens; what people allow its app stays.")

private let app = Command<IdentityAction>(
  group: "app", "Apps that sign people in; keys and consents belong to one.",
  [
    Command("add", "Add an app.", options: [ofTeam, development, home, json], positionals: [clientID, title]) {
      administer(
        .clientAdd, $0,
        [
          "id": $0.value(of: clientID), "title": $0.value(of: title), "team": $0.value(of: ofTeam),
          "stage": $0.has(development) ? "development" : "published",
        ])
    },
    Command("list", "List apps and services.", options: [home, json]) { administer(.clientList, $0) },
    Command(
      "stage", "Say whether an app or a service is under development.", options: [home, json],
      positionals: [clientID, stage]
    ) { administer(.clientStage, $0, ["id": $0.value(of: clientID), "stage": $0.value(of: stage)]) },
    Command(
      "remove", "Remove an app with its keys and redirects.",
      details: ["Refused while it has services, or people allow it something: their consents would be nobody’s."],
      options: [endConsents, home, json], positionals: [clientID]
    ) {
      administer(
        .clientRemove, $0,
        ["id": $0.value(of: clientID), "kind": "app", "holdings": $0.has(endConsents) ? "end" : "refuse"])
    },
  ])

private let ofApp = Option("app", "The app it belongs to.", value: Value("APP"), need: .required)
private let service = Command<IdentityAction>(
  group: "service", "Sites that sign people in, each with an app.",
  [
    Command("add", "Add a service.", options: [ofApp, development, home, json], positionals: [clientID, title]) {
      administer(
        .clientAdd, $0,
        [
          "id": $0.value(of: clientID), "title": $0.value(of: title), "app": $0.value(of: ofApp),
          "stage": $0.has(development) ? "development" : "published",
        ])
    },
    Command(
      "remove", "Remove a service with its redirects.",
      details: ["Refused while it has tokens of people, which it could end no more."],
      options: [endTokens, home, json], positionals: [clientID]
    ) {
      administer(
        .clientRemove, $0,
        ["id": $0.value(of: clientID), "kind": "service", "holdings": $0.has(endTokens) ? "end" : "refuse"])
    },
  ])

private let keyID = Positional(Value("KEYID"), "Ten capital letters and digits.")
private let keyFile = Option("file", "The .p8 file.", value: Value("FILE", .file), need: .required)
private let output = Option("output", "The folder for the file; else this one.", value: Value("DIR", .folder))
private let key = Command<IdentityAction>(
  group: "key", "Keys with which clients sign their secrets.",
  [
    Command(
      "new", "Make a key and write its file; of the provider’s, only the public half.",
      options: [ofApp, output, home, json]
    ) {
      .newKey(
        app: $0.value(of: ofApp) ?? "", folder: $0.value(of: output) ?? ".", home: $0.value(of: home), form($0))
    },
    Command(
      "add", "Add the public half of a key that is there already.", options: [ofApp, keyFile, home, json],
      positionals: [keyID]
    ) {
      .addKey(
        id: $0.value(of: keyID) ?? "", app: $0.value(of: ofApp) ?? "", file: $0.value(of: keyFile) ?? "",
        home: $0.value(of: home), form($0))
    },
    Command("revoke", "Take a key’s right to sign.", options: [home, json], positionals: [keyID]) {
      administer(.keyRevoke, $0, ["id": $0.value(of: keyID)])
    },
    Command("list", "List them.", options: [home, json]) { administer(.keyList, $0) },
  ])

private let url = Positional(Value("URL"), "https, a domain name, no fragment; compared byte for byte.")
private let redirect = Command<IdentityAction>(
  group: "redirect", "Addresses that a client may have people sent back to.",
  [
    Command("add", "Add one.", options: [home, json], positionals: [clientID, url]) {
      administer(.redirectAdd, $0, ["id": $0.value(of: clientID), "address": $0.value(of: url)])
    },
    Command("remove", "Remove one.", options: [home, json], positionals: [clientID, url]) {
      administer(.redirectRemove, $0, ["id": $0.value(of: clientID), "address": $0.value(of: url)])
    },
    Command("list", "List those of a client.", options: [home, json], positionals: [clientID]) {
      administer(.redirectList, $0, ["id": $0.value(of: clientID)])
    },
  ])

// MARK: - People

private let mail = Positional(Value("MAIL"), "What they sign in with.")
private let given = Option("given", "First name.", value: Value("NAME"), need: .required)
private let family = Option("family", "Last name.", value: Value("NAME"), need: .required)
private let site = Positional(Value("APP"), "The app whose consent it is.")
private let user = Command<IdentityAction>(
  group: "user", "People who sign in.",
  [
    Command(
      "add", "Add somebody. The password is typed, or read from standard input, one line.",
      options: [given, family, home, json], positionals: [mail]
    ) {
      let words = ["mail": $0.value(of: mail), "given": $0.value(of: given), "family": $0.value(of: family)]
      return .addUser(words.compactMapValues { $0 }, home: $0.value(of: home), form($0))
    },
    Command("list", "List them.", options: [home, json]) { administer(.userList, $0) },
    Command(
      "remove-codes", "Ask for no one-time codes any more, for somebody whose device is lost.", options: [home, json],
      positionals: [mail]
    ) { administer(.userRemoveCodes, $0, ["mail": $0.value(of: mail)]) },
    Command(
      "remove", "Remove somebody with all that is stored; apps that the account was used for are told.",
      options: [home, json], positionals: [mail]
    ) { administer(.userRemove, $0, ["mail": $0.value(of: mail)]) },
    Command("sessions", "List where somebody is signed in.", options: [home, json], positionals: [mail]) {
      administer(.userSessions, $0, ["mail": $0.value(of: mail)])
    },
    Command("end-sessions", "Sign somebody out everywhere.", options: [home, json], positionals: [mail]) {
      administer(.userEndSessions, $0, ["mail": $0.value(of: mail)])
    },
    Command("sites", "List what uses somebody’s account.", options: [home, json], positionals: [mail]) {
      administer(.userSites, $0, ["mail": $0.value(of: mail)])
    },
    Command(
      "remove-site", "End a consent with all its tokens, also where its app is gone.", options: [home, json],
      positionals: [mail, site]
    ) { administer(.userRemoveSite, $0, ["mail": $0.value(of: mail), "site": $0.value(of: site)]) },
  ])

// MARK: - Notifications

private let primaryApp = Positional(Value("APP"), "The app whose server is told.")
private let endpointURL = Positional(Value("URL"), "https; what it is told is posted there.")
private let endpoint = Command<IdentityAction>(
  group: "endpoint", "Where the servers of apps take notifications.",
  [
    Command("set", "Set an app’s.", options: [home, json], positionals: [primaryApp, endpointURL]) {
      administer(.endpointSet, $0, ["app": $0.value(of: primaryApp), "address": $0.value(of: endpointURL)])
    },
    Command("remove", "Take it away.", options: [home, json], positionals: [primaryApp]) {
      administer(.endpointRemove, $0, ["app": $0.value(of: primaryApp)])
    },
    Command("list", "List them.", options: [home, json]) { administer(.endpointList, $0) },
  ])

private let notificationID = Positional(Value("ID"), "Its identifier, the token’s jti.")
private let eventType = Positional(
  Value("TYPE", .choice(NotificationEvent.Kind.allCases.map(\.rawValue))), "What it tells of.")
private let toldApp = Option("app", "The app whose server is told.", value: Value("APP"), need: .required)
private let subject = Option("subject", "Of whom; else of nobody.", value: Value("SUBJECT"))
private let notifications = Command<IdentityAction>(
  group: "notifications", "What the servers of apps were told, and are to be told.",
  [
    Command("list", "List the latest, with what became of them.", options: [home, json]) {
      administer(.notificationList, $0)
    },
    Command("show", "Show one with all that is known.", options: [home, json], positionals: [notificationID]) {
      administer(.notificationShow, $0, ["id": $0.value(of: notificationID)])
    },
    Command(
      "replay", "Send one again, with the same identifier and another day to do so.", options: [home, json],
      positionals: [notificationID]
    ) { administer(.notificationReplay, $0, ["id": $0.value(of: notificationID)]) },
    Command(
      "send-test", "Send an event that nothing caused.", options: [toldApp, subject, home, json],
      positionals: [eventType]
    ) {
      administer(
        .notificationTest, $0,
        ["type": $0.value(of: eventType), "app": $0.value(of: toldApp), "subject": $0.value(of: subject)])
    },
  ])

// MARK: - Machines

private let machineName = Positional(Value("NAME"), "What you call it.")
private let machineID = Positional(Value("ID"), "Ten capital letters and digits, as listed.")
private let endorsementKey = Option(
  "endorsement-key", "What “bailey attest machine key” prints on it.", value: Value("SHA256"), need: .required)
private let authorityFile = Positional(Value("FILE", .file), "A certificate, in PEM or DER.")
private let authorityID = Positional(Value("ID"), "As listed.")
private let machine = Command<IdentityAction>(
  group: "machine", "Machines whose apps the provider vouches for (App Attest); each is known by its TPM.",
  [
    Command("add", "Let a machine enrol.", options: [endorsementKey, home, json], positionals: [machineName]) {
      administer(.machineAdd, $0, ["title": $0.value(of: machineName), "key": $0.value(of: endorsementKey)])
    },
    Command("list", "List them.", options: [home, json]) { administer(.machineList, $0) },
    Command(
      "revoke", "Trust a machine no more: it gets no attestation, and cannot enrol again.", options: [home, json],
      positionals: [machineID]
    ) { administer(.machineRevoke, $0, ["id": $0.value(of: machineID)]) },
    Command(
      "remove", "Forget a machine and its keys, also that it was revoked.", options: [home, json],
      positionals: [machineID]
    ) { administer(.machineRemove, $0, ["id": $0.value(of: machineID)]) },
    Command(
      "trust", "Let every machine enrol whose TPM’s endorsement key this authority has certified.",
      options: [home, json], positionals: [authorityFile]
    ) { .trustAuthority(file: $0.value(of: authorityFile) ?? "", home: $0.value(of: home), form($0)) },
    Command(
      "distrust", "Take that back; machines that have enrolled stay.", options: [home, json], positionals: [authorityID]
    ) { administer(.machineDistrust, $0, ["id": $0.value(of: authorityID)]) },
    Command("authorities", "List these authorities.", options: [home, json]) {
      administer(.machineAuthorities, $0)
    },
    Command("root", "Print the root certificate that servers of apps need.", options: [home, json]) {
      administer(.machineRoot, $0)
    },
  ])

private let backupFile = Positional(Value("FILE", .file), "The backup.")
private let backup = Command<IdentityAction>(
  "backup", "Write everything into one new file that only a passphrase opens, also while it serves.",
  details: [
    "The passphrase is typed, or read from standard input, one line. Settings, keys and database are in the file; it is read again "
      + "before the command ends."
  ],
  options: [home], positionals: [backupFile]
) { .backUp($0.value(of: backupFile) ?? "", home: $0.value(of: home)) }

private let restoredTo = Option(
  "database", "Where the rows go, instead of where they came from: PostgreSQL’s words, or ‘file’.",
  value: Value("WORDS"))
private let restore = Command<IdentityAction>(
  "restore", "Make the provider of a backup, where nothing is yet.",
  details: [
    "Sessions, codes, tokens and waiting notifications are ended: what was used since the backup was made is not new again."
  ],
  options: [restoredTo, home], positionals: [backupFile]
) { .restore($0.value(of: backupFile) ?? "", home: $0.value(of: home), database: $0.value(of: restoredTo)) }

private let movedTo = Option(
  "database", "PostgreSQL’s words, such as ‘host=/run/postgresql dbname=identity’.", value: Value("WORDS"),
  need: .required)
private let move = Command<IdentityAction>(
  "move", "Move the rows from the provider’s own file into an empty PostgreSQL database.",
  details: [
    "Nothing ends: people stay signed in, and codes and tokens are good. End ‘serve’ first. Where it was interrupted, give the "
      + "same command once more."
  ],
  options: [movedTo, home]
) { .move(database: $0.value(of: movedTo) ?? "", home: $0.value(of: home)) }

private let endAll = Command<IdentityAction>(
  "end-all", "End every session, code, token and waiting notification: after a copy of the database was put back.",
  details: [
    "What was used since the copy was made is new in it. People and what they allowed stay; they sign in anew."
  ],
  options: [home, json]
) { administer(.endAll, $0) }

private let onlyApp = Option("app", "This app or site alone.", value: Value("APP"))
private let explain = Command<IdentityAction>(
  "explain", "Tell what happened between a person and their sites, and what explains a complaint.",
  details: ["Each line names the request’s Correlation-Id, which answers and the log have too."],
  options: [onlyApp, home, json], positionals: [mail]
) { administer(.explain, $0, ["mail": $0.value(of: mail), "app": $0.value(of: onlyApp)]) }

private let logID = Option("id", "The request with this Correlation-Id.", value: Value("ID"))
private let log = Command<IdentityAction>(
  "log", "Show the latest requests: rules that were broken, with what was seen. Tokens are there as digests.",
  options: [logID, home, json]
) { administer(.log, $0, ["id": $0.value(of: logID)]) }
