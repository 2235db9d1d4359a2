// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing
import InstanceAccess

/// The words about bundles in `bailey app`, and `bailey run`.
package struct BundleWords<Action: Sendable>: Sendable {
  private let wrap: @Sendable (BundleAction) -> Action

  package init(as wrap: @escaping @Sendable (BundleAction) -> Action) { self.wrap = wrap }

  package var commands: [Command<Action>] {
    [
      new, authority, certificate, trust, revoke, sign, verify, inspect, install, running, data, share, unshare, shared,
      portal, exportDesktop, remove,
    ]
  }

  private var authority: Command<Action> {
    Command(
      "ca", "Make and show the authority that lets developers sign for this instance.",
      details: [
        "Its key is in the enclave and never leaves it. Apps of developers whose certificates it issued can be installed here. "
          + "Where there is a passcode it is asked for."
      ],
      options: [pem]
    ) { wrap(.authority($0.has(pem) ? .pem : .words)) }
  }

  private var certificate: Command<Action> {
    Command(
      "certificate", "Make a developer's certificate.",
      details: [
        "The key is kept in the keychain. What a developer's groups begin with is made of it.",
        "With --allow the certificate names the entitlements that the developer's apps may claim, beside those of their own name "
          + "and group; an app that claims another one is not installed.",
      ],
      options: [allowed], positionals: [developer]
    ) { found in
      let names = found.values(of: allowed)
      return wrap(.certificate(name: found.value(of: developer) ?? "", allowed: names.isEmpty ? nil : names))
    }
  }

  private var revoke: Command<Action> {
    Command(
      "revoke", "Let nothing of a developer be installed or started any more.",
      details: [
        "By the developer's key, so that no other certificate of the same key counts either. There is no way back: the developer "
          + "needs a new certificate. Where there is a passcode it is asked for."
      ],
      positionals: [revoked]
    ) { wrap(.revoke(certificate: $0.value(of: revoked) ?? "")) }
  }

  private var trust: Command<Action> {
    Command(
      "trust", "Let the developers of another authority publish here.",
      details: ["Where there is a passcode it is asked for."], positionals: [authorityFile]
    ) { wrap(.trust(file: $0.value(of: authorityFile) ?? "")) }
  }

  private var sign: Command<Action> {
    Command(
      "sign", "Seal what is in a bundle, and sign that.",
      details: [
        "Writes _CodeSignature, and completes Entitlements.plist: $(AppIdentifierPrefix) becomes the developer's prefix.",
        "An ad-hoc signature says nothing of who made the app: it is for trying one out.",
      ],
      options: [signer, adHoc], positionals: [bundle]
    ) {
      wrap(
        .sign(bundle: $0.value(of: bundle) ?? "", $0.has(adHoc) ? .adHoc : .developer($0.value(of: signer))))
    }
  }

  private var verify: Command<Action> {
    Command("verify", "Compare a bundle with its seal, and say who signed it.", positionals: [bundle]) {
      wrap(.verify(bundle: $0.value(of: bundle) ?? ""))
    }
  }

  private var install: Command<Action> {
    Command(
      "install", "Install an app, or a new version of it.",
      details: [
        "A new version of the same publisher keeps data and groups. Another publisher's app with the same identifier is refused.",
        "A new version that claims more of the sandbox (network, folders, the session bus, windows, PipeWire) says so and asks; "
          + "--yes answers. What leads past what you answered, such as PipeWire past the microphone, takes the passcode, where there is one.",
        "It wants the unlocked state.",
      ],
      options: [acceptClaims], positionals: [bundle]
    ) { wrap(.install(bundle: $0.value(of: bundle) ?? "", $0.has(acceptClaims) ? .given : .asked)) }
  }

  private var new: Command<Action> {
    Command(
      "new", "Make the folder of an app to start from.",
      details: [
        "NAME.app, here, with Info.plist, Entitlements.plist and PrivacyInfo.xcprivacy; the executable goes beside them: --executable "
          + "copies it there, and into Frameworks the libraries that it is linked with and the sandbox does not have."
      ],
      options: [newIdentifier, builtProgram], positionals: [newName]
    ) {
      wrap(
        .new(
          name: $0.value(of: newName) ?? "", identifier: $0.value(of: newIdentifier),
          executable: $0.value(of: builtProgram)))
    }
  }

  private var inspect: Command<Action> {
    Command("inspect", "Show what is in a bundle.", options: [json], positionals: [bundle]) {
      wrap(.inspect(bundle: $0.value(of: bundle) ?? "", $0.has(json) ? .json : .text))
    }
  }

  private var running: Command<Action> {
    Command("ps", "Show which apps run, and the process that keeps each one's sandbox.", options: [json]) {
      wrap(.running($0.has(json) ? .json : .text))
    }
  }

  private var data: Command<Action> {
    Command(
      "data", "Show, export or delete what an app holds of yours.",
      details: [
        "It holds its files, those that it shares with other apps of its publisher, its items in the keychain, and your answers.",
        "An export is a tar archive of the files and the answers, which is not encrypted. Items of the keychain are not in it: "
          + "'bailey keychain backup' has them.",
        "--delete ends the app and removes its own files, its items and what you allowed it. What you refused stays refused, and "
          + "the app stays installed. It needs no passcode, and works while locked.",
        "Where the bundle names them, the addresses of its privacy policy and for the deletion of what it collected, including server "
          + "copies, are shown too: Bailey deletes what is on this machine.",
      ],
      options: [json, export, delete, yes], positionals: [namedApp]
    ) {
      let name = $0.value(of: namedApp) ?? ""
      if let file = $0.value(of: export) { return wrap(.data(app: name, .export(file: file))) }
      if $0.has(delete) { return wrap(.data(app: name, .delete($0.has(yes) ? .given : .notGiven))) }
      return wrap(.data(app: name, .show($0.has(json) ? .json : .text)))
    }
  }

  private var share: Command<Action> {
    Command(
      "share", "Hand files or folders of yours to an app.",
      details: [
        "The app, which must be entitled to com.apple.security.files.user-selected.read-only or .read-write, finds them in "
          + "~/Shared, whether it runs already or is started later. Where there is a passcode it is asked for.",
        "They stay where they are: what the app changes is changed in them.",
      ],
      options: [readOnly], positionals: [namedApp, sharedPaths]
    ) {
      wrap(
        .sharing(
          .share(
            app: $0.value(of: namedApp) ?? "", paths: $0.values(of: sharedPaths),
            $0.has(readOnly) ? .reading : .asEntitled)))
    }
  }

  private var unshare: Command<Action> {
    Command(
      "unshare", "Take files or folders back that were handed to an app.",
      details: ["All of them where none is named. An app that runs goes on; what it had open there fails at once."],
      positionals: [namedApp, takenPaths]
    ) { wrap(.sharing(.unshare(app: $0.value(of: namedApp) ?? "", paths: $0.values(of: takenPaths)))) }
  }

  private var shared: Command<Action> {
    Command("shared", "Show which files and folders were handed to apps.", options: [json], positionals: [app]) {
      wrap(.sharing(.list(app: $0.value(of: app), $0.has(json) ? .json : .text)))
    }
  }

  private var portal: Command<Action> {
    Command(
      "portal", "Have what the desktop's portals ask for other programs come to 'bailey agent'.",
      details: [
        "Answers org.freedesktop.impl.portal.Access on the session bus, until that ends. --export writes the files by which "
          + "xdg-desktop-portal finds it and the bus starts it, below a data folder such as /usr/share; then name bailey for that "
          + "interface in portals.conf, or in XDG_CURRENT_DESKTOP."
      ],
      options: [exportedFiles]
    ) { wrap(.portal(export: $0.value(of: exportedFiles))) }
  }

  private var exportDesktop: Command<Action> {
    Command(
      "export-desktop", "Put an installed app into the desktop's menus.",
      details: ["Writes its entry below $XDG_DATA_HOME/applications; removing the app removes it."],
      positionals: [namedApp]
    ) { wrap(.exportDesktop(app: $0.value(of: namedApp) ?? "")) }
  }

  private var remove: Command<Action> {
    Command(
      "remove", "Remove an app with its files, its items in the keychain, and your answers to it.",
      details: [
        "Without --yes or --keep-data it says what would be lost, and removes nothing. It needs no passcode, and works while locked; "
          + "what you refused the app stays refused then."
      ],
      options: [yes, keepData], positionals: [namedApp]
    ) {
      wrap(
        .remove(
          app: $0.value(of: namedApp) ?? "", $0.has(keepData) ? .kept : .removed,
          $0.has(yes) ? .given : .notGiven))
    }
  }

  /// `bailey run`.
  package var run: Command<Action> {
    Command(
      "run", "Start an installed app in a sandbox of its own.",
      details: [
        "It sees the system's programs, its own bundle and its own container, and what its entitlements open. Ends as the app "
          + "ends. What follows -- are the app's own arguments.",
        "--package builds a Swift package and starts it as an app with an ad-hoc signature, in one step; the app and its data are "
          + "gone when it ends. Info.plist, Entitlements.plist and PrivacyInfo.xcprivacy of the package's folder, or of the "
          + "product's sources, are the app's.",
        "--ios compiles what its sources have in '#if os(iOS)' as if it were for Linux, and so in the packages that it uses. Without it "
          + "such parts are left out, and it is said that there are some.",
      ],
      options: [package, product, release, forIOS], positionals: [app, arguments]
    ) { found in
      let named = found.value(of: app)
      guard let folder = found.value(of: package) else {
        return wrap(.run(app: named ?? "", arguments: found.values(of: arguments)))
      }
      let request = PackageRequest(
        folder: folder, product: found.value(of: product), found.has(release) ? .release : .debug,
        found.has(forIOS) ? .iOS : .linux)
      return wrap(.runPackage(request, arguments: (named.map { [$0] } ?? []) + found.values(of: arguments)))
    }
  }
}

private let pem = Option("pem", "Print the certificate, for 'bailey app trust' on another machine.")
private let signer = Option("as", "The name of the developer's certificate.", value: Value("NAME"))
private let adHoc = Option("adhoc", "Sign without a certificate.")
private let json = Option("json", "Print JSON, for scripts.")
private let export = Option("export", "Copy its files and the answers to it into an archive.", value: Value("FILE"))
private let delete = Option("delete", "Remove its files, its items in the keychain, and the answers to it.")
private let yes = Option("yes", "Say that its data may be lost.")
private let acceptClaims = Option("yes", "Let a new version claim more than the one that is installed.")
private let newName = Positional(Value("NAME"), "The app's name, such as Ledger.")
private let newIdentifier = Option(
  "identifier", "The app's identifier; else org.example.NAME.", value: Value("IDENTIFIER"))
private let builtProgram = Option("executable", "The program that was built.", value: Value("PATH", .file))
private let keepData = Option("keep-data", "Keep its files, its items and your answers for when it is installed again.")
private let developer = Positional(Value("NAME"), "The developer's name.")
private let revoked = Positional(
  Value("CERTIFICATE", .file), "A certificate's file, a developer's name, or what the developer's groups begin with.")
private let allowed = Option(
  "allow", "An entitlement that the developer's apps may claim.", value: Value("ENTITLEMENT"), occurrence: .any)
private let authorityFile = Positional(Value("FILE", .file), "The authority's certificate.")
private let bundle = Positional(Value("BUNDLE", .folder), "The app's folder, such as Ledger.app.")
private let installedApp = "An installed app: its name, its identifier, or a path in its bundle."
private let namedApp = Positional(appWord, installedApp)
private let app = Positional(appWord, installedApp, .optional)
private let exportedFiles = Option("export", "Write the files below this folder.", value: Value("DIR", .folder))
private let sharedPaths = Positional(Value("PATH", .file), "A file or a folder.", .oneOrMore)
private let takenPaths = Positional(Value("PATH", .file), "A file or a folder that the app has.", .any)
private let readOnly = Option("read-only", "The app cannot change them, whatever it is entitled to.")
private let package = Option("package", "Build and start this Swift package instead.", value: Value("DIR", .folder))
private let product = Option("product", "The package's executable; else the only one.", value: Value("NAME"))
private let release = Option("release", "Build the package for release.")
private let forIOS = Option("ios", "Compile the parts of the package that are for iOS alone.")
private let arguments = Positional(Value("ARGUMENT"), "For the app.", .any)
