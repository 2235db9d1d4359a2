// SPDX-License-Identifier: Apache-2.0
import Advice
import EnclaveClient
import EnclaveMessages
import Glibc
import Instance
import Mounts
import ProtectionModel
import SupervisorMessages
import SystemCalls
import TerminalConsole

extension Advice {
  init(for failure: ControlFailure) {
    switch failure {
    case .instance(let error): self.init(for: error)
    case .notRunning: self.init("Bailey is not running.", try: "bailey up")
    case .runsElsewhere(let mount):
      self.init("Bailey is running already, with its files at \(mount).", try: "bailey down, then the command again")
    case .runsWithOtherRoot:
      self.init("Bailey is running already, and not with this TPM.", try: "bailey down, then the command again")
    case .rootIsFile(let path):
      self.init("This instance was made with a root key in a file, \(path); a TPM can only be chosen for a new one.")
    case .start(let failure, let said): self.init(for: failure, said: said)
    case .supervisorDied(let log): self.init("Bailey did not come up. What happened is in \(log).")
    case .supervisor(let error): self.init(for: error)
    case .enclave(let error): self.init(for: error)
    case .passcode(let error): self.init(for: error, of: .passcode)
    case .stillReadable(let users): self.init(for: users)
    case .noTerminal:
      self.init(
        "Without the passcode everything is erased only where somebody types it: standard input is no terminal.",
        try: "bailey erase --yes, with the passcode on standard input")
    case .noSuchProgram(let name):
      self.init(
        "There is no program '\(printable(name))' that could be started. Nothing was locked.",
        try: "bailey lock --now, which locks the files alone, or another program", .usage)
    case .noSuchSetting(let word):
      self.init("'\(printable(word))' is no setting.", try: "bailey help settings", .usage)
    case .graceOutOfRange(let word):
      self.init(
        "'\(printable(word))' is no grace period: it has 0 to \(LockSettings.longestGrace) seconds.",
        try: "bailey help settings",
        .usage)
    case .passcodeIsSet: self.init(Advice.passcodeIsSet, try: "bailey passcode change")
    case .noPasscode: self.init(Advice.noPasscode, try: "bailey passcode set")
    case .file(let path, let error): self.init("\(path): \(Advice.explain(error))")
    case .notProtected(let path, let mount):
      self.init(
        "\(path) is not one of the protected files: those are below \(mount).",
        try: "bailey files copy FILE \(mount), which makes a protected copy")
    case .protectedFileRefused(let path):
      self.init("\(path): the lock state does not allow it.", try: "bailey unlock", .refusedByLockState)
    case .notCopied(let path):
      self.init("\(path) is left out: only files, folders and links with names in UTF-8 are copied, and not the mount.")
    case .someFailed(let count): self.init("\(count) \(count == 1 ? "file was" : "files were") left out; see above.")
    case .damaged:
      self.init(
        "Damaged files cannot be read; the rest can. What a crash left behind is removed by --repair.",
        try: "bailey files fsck --repair, or restore what is named from a copy")
    case .checkCut: self.init("The check ended before all files were looked at; see the log.")
    case .noSDK(let path): self.init("There is no SDK at \(path).", try: "make sdk, in Bailey's sources")
    case .program(let error): self.init("Bailey's own program cannot be started: \(Advice.explain(error))")
    }
  }

  private init(for error: InstanceError) {
    switch error {
    case .noHomeDirectory:
      self.init("You have no home directory.", try: "BAILEY_HOME=/some/folder bailey up")
    case .notCreated: self.init("There is no Bailey instance here yet.", try: "bailey up")
    case .ownedByAnother(let path): self.init("\(path) belongs to another user.")
    case .unreadable(let path, let error), .unwritable(let path, let error):
      self.init("\(path): \(Advice.explain(error))")
    case .configuration(let path, let line, let problem):
      self.init("\(path), line \(line): \(sentence(of: problem))", try: "correct that line, then the command again")
    }
  }

  private init(for failure: StartFailure, said: String?) {
    let subject = failure.subject
    let words = said.map { " It said: \($0)" } ?? " What it said is in the log."
    switch failure.reason {
    case .alreadyRunning: self.init("Bailey is running already.", try: "bailey status")
    case .stillEnding:
      self.init("Processes of the last run of \(subject) have not ended yet.", try: "bailey up, in a moment")
    case .mountHangs:
      self.init(
        "The mount of the last run at \(subject) hangs, and only root may cut it off here.",
        try: "sudo umount --force \(subject), then bailey up")
    case .instance: self.init("\(subject) cannot be used as the folder of an instance.")
    case .mountInUse:
      self.init("Something else is mounted at \(subject).", try: "bailey up --mount DIR, with another folder")
    case .mountNotEmpty:
      self.init(
        "There are files in \(subject), which the mount would hide. Move them away first.",
        try: "bailey up --mount DIR, with another folder")
    case .mountUnusable: self.init("\(subject) cannot be mounted on: \(Advice.explain(failure.code))")
    case .program:
      self.init(
        "\(subject) cannot be started: \(Advice.explain(failure.code)) It belongs in the same folder as bailey.")
    case .ended: self.init("\(subject) could not start (\(failure.code)).\(words)")
    case .timedOut: self.init("\(subject) did not become ready in time.\(words)")
    case .keybagDamaged:
      self.init("The keybag is damaged: its keys are lost, and the files with them. Restore the instance from a copy.")
    case .rootKey:
      self.init(
        "What opens the keys cannot be had: the TPM is away or is another one, or a file of the folder 'enclave' is missing "
          + "or not whole, and no mark says that it was erased: put it back from a copy. "
          + "This start removed nothing.\(words)")
    case .erased:
      self.init(
        "Everything in this instance had been erased. What was left of it is removed now.",
        try: "bailey up, for a new instance")
    case .socket: self.init("\(subject): the sockets cannot be made: \(Advice.explain(failure.code))")
    }
  }

  private init(for error: SupervisorClientError) {
    switch error {
    case .notRunning, .closed: self.init("Bailey is not running.", try: "bailey up")
    case .refused(.busy): self.init("Bailey is busy with a check, or is stopping.", try: "the command again, later")
    case .refused(.notReady):
      self.init("The files are not mounted at this moment; the log says why.", try: "bailey status")
    case .refused(.settings):
      self.init("The settings in the file 'config' of the instance cannot be read or changed.")
    case .refused(.checkFailed): self.init("The check could not be made; the log says why.")
    case .refused(.malformed), .unexpectedReply:
      self.init("The running Bailey is of another version.", try: "bailey restart")
    }
  }

  private init(for users: [MountUser]) {
    let list = users.map { "\n  process \($0.process) (\(printable($0.program))): \(printable($0.file))" }.joined()
    let processes = users.map { String($0.process) }.joined(separator: " ")
    self.init(
      "The keys are gone, but bailey-fs was killed before the kernel could forget what programs had read. They may still "
        + "read that:\(list)", try: "kill \(processes), then bailey lock --now")
  }
}

// MARK: - Parts of sentences

/// Names that programs choose, for a terminal.
func printable(_ text: String) -> String { Printable.oneLine(text) }

private func sentence(of problem: ConfigurationProblem) -> String {
  switch problem {
  case .notKeyAndValue: "not of the form 'key = value'."
  case .unknownKey(let key): "there is no setting '\(key)'."
  case .repeatedKey(let key): "'\(key)' is set a second time."
  case .badValue(let key, let value, .absolutePath): "'\(key)' is a path that begins with '/', not '\(value)'."
  case .badValue(let key, let value, .yesOrNo): "'\(key)' is 'yes' or 'no', not '\(value)'."
  case .badValue(let key, _, .text): "'\(key)' needs a value."
  case .badValue(let key, let value, .number(let range)):
    "'\(key)' is a number from \(range.lowerBound) to \(range.upperBound), not '\(value)'."
  }
}

/// "1 file", "2 files".
func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
