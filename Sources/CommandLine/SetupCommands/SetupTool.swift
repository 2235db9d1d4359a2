// SPDX-License-Identifier: Apache-2.0
import Advice
import Files
import Glibc
import InstanceAccess
import InstanceLayout
import OwnProcess
import SystemCalls
package import TerminalConsole

/// `bailey setup`: makes Bailey a part of the person's desktop, step by step, each after a yes; and takes it back.
package struct SetupTool {
  let console: Console
  let program: String
  let instance: String
  let commands = SetupProcesses()

  package static func run(_ mode: SetupMode, on console: Console) -> ExitCode {
    CommandRun.run(on: console) { () throws(CommandFailure) in
      let program: String
      do throws(SystemError) { program = try Environment.executablePath() } catch {
        throw .particular("This program does not know where it is: \(error.reason).", .failed)
      }
      let tool = SetupTool(console: console, program: program, instance: try BrokerAccess.location().home)
      switch mode {
      case .setUp:
        try tool.needTerminal(or: "bailey setup, in a terminal; or bailey setup --console, in the browser")
        try tool.setUp()
      case .undo(let data):
        try tool.needTerminal(or: "the same in a terminal")
        try tool.takeBack(data)
      case .list(let form): try tool.list(form)
      case .only(let name, let direction): try tool.take(name, direction)
      case .inConsole(let mount): try tool.begin(at: mount)
      }
    }
  }

  private func needTerminal(or remedy: String) throws(CommandFailure) {
    guard !console.inputIsTerminal else { return }
    throw .particular(
      "It asks before it does something, and there is no terminal here.\nTry: \(remedy)", .usage)
  }

  // MARK: - There

  private func setUp() throws(CommandFailure) {
    var record = try record()
    var asked: Set<SetupStep.Name> = []
    // What one step has done decides which are left.
    while true {
      let (facts, plain) = try survey.facts(besides: asked)
      guard let step = SetupStep.steps(facts).first(where: { !asked.contains($0.name) }) else {
        tellEnd(facts, isDone: asked.isEmpty, record)
        return
      }
      if let plain, step.name == .adopt { console.note("\n" + plain) }
      asked.insert(step.name)
      guard try isWanted(step.change) else {
        if step.name == .start { return tellEnd(facts, isDone: false, record) }
        continue
      }
      try carryOut(step, &record)
    }
  }

  func carryOut(_ step: SetupStep, _ record: inout SetupRecord) throws(CommandFailure) {
    do throws(SystemError) { try record.add(step.name.rawValue) } catch {
      throw .file(path: "\(instance)/setup", error)
    }
    for command in step.commands where try !commands.succeeds(command) {
      throw .particular(
        "That failed, and nothing after it was done.\nTry: bailey setup, or bailey setup --undo", .failed)
    }
  }

  private func tellEnd(_ facts: SetupFacts, isDone: Bool, _ record: SetupRecord) {
    console.print(
      isDone && !facts.isLocked
        ? "All of it is there already."
        : record.names.isEmpty ? "Nothing was changed." : "Set up. To take it back: bailey setup --undo")
    for line in facts.leftToPerson { console.print(line) }
    console.print("To see what the screen's lock does: bailey status. For all else: bailey console")
  }

  func isWanted(_ change: String) throws(CommandFailure) -> Bool {
    console.note("\n\(change).")
    while true {
      console.writeInPlace("Do it? (yes or no) ")
      guard let answer = console.readLine() else { throw .particular("Nothing more was done.", .failed) }
      switch answer.lowercased() {
      case "yes", "y": return true
      case "no", "n": return false
      default: continue
      }
    }
  }

  var survey: SetupSurvey { SetupSurvey(commands: commands, program: program) }

  func record() throws(CommandFailure) -> SetupRecord {
    do throws(SystemError) { return try SetupRecord(in: instance) } catch {
      throw .file(path: "\(instance)/setup", error)
    }
  }
}

extension SetupFacts {
  /// The steps that were not done, because they wait for the passcode or only root can do them.
  var leftToPerson: [String] {
    var lines: [String] = []
    if isLocked { lines.append("Bailey is locked. For the rest of it: bailey unlock, then bailey setup") }
    if !withoutExtension.isEmpty {
      lines.append(
        "For passkeys in \(withoutExtension.joined(separator: " and ")), root installs the extension: "
          + (extensionCommand ?? "sudo \(program) browser install"))
    }
    switch screenLock {
    case .joined: break
    case .open where asRoot != nil: break
    case .open:
      let command = SetupStep.pamUpdate("--enable").joined(separator: " ")
      lines.append("For the login and the screen's lock to unlock Bailey, root runs: \(command)")
    case .missing:
      lines.append(
        "For the login and the screen's lock to unlock Bailey, root installs pam_bailey: it is in Debian's package of Bailey"
      )
    }
    return lines
  }
}
