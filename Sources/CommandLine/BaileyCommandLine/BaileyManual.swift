// SPDX-License-Identifier: Apache-2.0
import CommandLineParsing
import Instance
import TerminalConsole

/// The text of the manual page besides the commands.
let baileyManual = ManualPage(
  program: "bailey", version: BaileyVersion.current,
  description: [
    "Bailey keeps files and secrets so that they can be read only while the lock state of the device allows it, as Apple "
      + "documents Data Protection for its own systems. It is enforced by keys that are gone, not by permission checks: "
      + "what the state forbids cannot be decrypted by anyone, Bailey included.",
    "The protected files appear in a folder, ~/Protected at first, and are stored encrypted in the instance's home. Each "
      + "file has a protection class that says in which lock states its contents can be read; names, sizes and times can "
      + "always be seen while Bailey runs.",
  ],
  sections: [
    .init(
      "LOCK STATES",
      [
        .term("beforeFirstUnlock", "Started, and the passcode not given yet: only files of class none can be read."),
        .term("unlocked", "The passcode was given, or there is none: every file can be read."),
        .term("grace", "Locked a moment ago: files of class complete can be read until the grace period ends."),
        .term("locked", "Files of class complete cannot be read; those of class completeUnlessOpen only if open."),
      ]),
    .init(
      "OTHER NAMES",
      [
        .term(
          "security",
          "Called by this name, bailey understands the commands of that tool of macOS: passwords, certificates, keys, identities, "
            + "import and export, keychains of their own for builds. See 'security help'."),
        .term(
          "tccutil",
          "Called by this name, bailey understands 'tccutil reset SERVICE [APP]' of macOS, which forgets your answers to apps. Of "
            + "an app that was renamed or removed too; one of which nothing is known ends with 64."),
        .term(
          "git-credential-bailey",
          "Called by this name, bailey keeps git's passwords: git config --global credential.helper bailey. It understands get, "
            + "store and erase of gitcredentials(7)."),
        .term(
          "docker-credential-bailey",
          "Called by this name, bailey keeps the passwords of docker and podman: \"credsStore\": \"bailey\" in ~/.docker/config.json. It "
            + "understands get, store, erase, list and version of docker's credential helpers."),
      ]),
    .init(
      "EXIT STATUS",
      ExitCode.allCases.map { .term(String($0.rawValue), $0.meaning) } + [
        .paragraph(
          "Under the name security, bailey ends as that tool of macOS does: with the low byte of the status, such as 44 where "
            + "there is no such item, 45 where there is one already, 36 where the lock state does not allow it, 2 for words it "
            + "does not understand, 1 for a command there is not.")
      ]),
    .init(
      "ENVIRONMENT",
      [
        .term(
          "BAILEY_HOME", "The home of the instance. Instances with different homes run side by side."),
        .term(
          "BAILEY_TRACE=1",
          "Of an app: print each of its calls on the keychain to standard error, with the access groups used, the rows "
            + "considered and why each was refused. Values of attributes and secrets are never printed."),
        .term("XDG_DATA_HOME, XDG_RUNTIME_DIR", "Where home and sockets are looked for without BAILEY_HOME."),
      ]),
    .init(
      "FILES",
      [
        .term(
          "$BAILEY_HOME, $XDG_DATA_HOME/bailey or ~/.local/share/bailey",
          "The home: keys in enclave, encrypted files in files, what happened in log/bailey.log, settings in config."),
        .term(
          "$BAILEY_HOME/run or $XDG_RUNTIME_DIR/bailey", "The sockets."),
        .term(
          "config",
          "Lines of 'key = value': mount, tcti, erase-after-ten, grace-seconds, allow-other. Read at 'bailey up'. Of "
            + "erase-after-ten and grace-seconds what is stricter counts, this or 'bailey settings'."),
        .term(
          "widgets",
          "Lines such as 'lockScreen=hide': each hides more of widgets than 'bailey widget settings' has chosen."),
        .term("~/Protected", "The protected files, unless 'bailey up --mount' said otherwise."),
      ]),
    .init(
      "EXAMPLES",
      [
        .example("bailey up && bailey passcode set"),
        .example("bailey files copy --class complete ~/Letters ~/Protected"),
        .example("bailey lock --now"),
        .example("bailey keychain add service=mail account=me"),
        .example("bailey keychain find --secret-only service=mail | wl-copy"),
        .example("bailey keychain explain query.json"),
      ]),
  ])
