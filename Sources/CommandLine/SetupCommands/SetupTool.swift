// SPDX-License-Identifier: Apache-2.0
import CommandExecution
package import ControlCommands
import Files
import Glibc
import InstanceLayout
import OwnProcess
import Processes
import SystemCalls
package import TerminalConsole

/// `bailey setup`: makes Bailey a part of the person's desktop, step by step, each after a yes; and takes it back.
package struct SetupTool {
  /// The maximum number of bytes of a command's answer that are read.
  private static let most = 1 << 16

  /// The name of the first step: nothing else can be done without it, and it is taken back last.
  private static let start = "start"
  private static let adoption = "adopt"

  private let console: Console
  private let program: String
  private let instance: String

  package static func run(_ mode: SetupMode, on console: Console) -> ExitCode {
    CommandRun.run(on: console) { () throws(CommandFailure) in
      guard console.inputIsTerminal else {
        throw .particular(
          "It asks before each step, and there is no terminal here.\nTry: bailey setup, in a terminal", .usage)
      }
      let program: String
      do throws(SystemError) { program = try Environment.executablePath() } catch {
        throw .particular("This program does not know where it is: \(error.reason).", .failed)
      }
      let tool = SetupTool(console: console, program: program, instance: try BrokerConnection.location().home)
      switch mode {
      case .setUp: try tool.setUp()
      case .undo(let data): try tool.takeBack(data)
      }
    }
  }

  // MARK: - There

  private func setUp() throws(CommandFailure) {
    var record = try record()
    var asked: Set<String> = []
    // What one step has done decides which are left.
    while let step = SetupStep.steps(try facts(asked)).first(where: { !asked.contains($0.name) }) {
      asked.insert(step.name)
      guard try isWanted(step.change) else {
        if step.name == Self.start { break }
        continue
      }
      do throws(SystemError) { try record.add(step.name) } catch { throw .file(path: "\(instance)/setup", error) }
      for command in step.commands where try !succeeds(command) {
        throw .particular(
          "That failed, and nothing after it was done.\nTry: bailey setup, or bailey setup --undo", .failed)
      }
    }
    console.print(
      asked.isEmpty
        ? "All of it is there already."
        : record.names.isEmpty ? "Nothing was changed." : "Set up. To take it back: bailey setup --undo")
    console.print("For passkeys in Chromium and Firefox: bailey browser status. For all else: bailey console")
  }

  private func isWanted(_ change: String) throws(CommandFailure) -> Bool {
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

  private func facts(_ asked: Set<String>) throws(CommandFailure) -> SetupFacts {
    guard let home = Environment.homeDirectory else { throw .noHomeDirectory }
    var facts = SetupFacts(program: program, mount: home + "/Protected")
    if (try? FileDescriptor.open("/dev/tpmrm0", O_RDWR)) != nil { facts.tpm = "device:/dev/tpmrm0" }
    let status = try answer([program, "status", "--json"])
    facts.isRunning = status.contains(#""running":true"#)
    facts.hasPasscode = status.contains(#""passcode":true"#)
    facts.hasUnits = program == "/usr/lib/bailey/bailey" && Environment.value("XDG_RUNTIME_DIR") != nil
    facts.hasDesktop = Environment.value("WAYLAND_DISPLAY") != nil || Environment.value("DISPLAY") != nil
    guard facts.isRunning else { return facts }
    if !asked.contains("adopt") {
      let plain = try answer([program, "secrets", "adopt"])
      facts.hasPlainSecrets = plain.contains("--apply")
      if facts.hasPlainSecrets { console.note("\n" + plain.split(separator: "\n").dropLast().joined(separator: "\n")) }
    }
    if Environment.program("git") != nil {
      facts.gitIsOpen = try !answer(["git", "config", "--global", "--get-all", "credential.helper"])
        .split(separator: "\n").contains("bailey")
    }
    if Environment.value("DBUS_SESSION_BUS_ADDRESS") != nil {
      facts.serviceIsOpen = try !answer([program, "secrets", "status", "--json"]).contains(#""enabled":true"#)
    }
    // Without the package's units systemctl complains on the terminal that there is none.
    if facts.hasUnits {
      facts.agentIsOpen = try !succeeds(["systemctl", "--user", "--quiet", "is-enabled", "bailey-agent.service"])
    }
    return facts
  }

  private func record() throws(CommandFailure) -> SetupRecord {
    do throws(SystemError) { return try SetupRecord(in: instance) } catch {
      throw .file(path: "\(instance)/setup", error)
    }
  }

  // MARK: - And back

  private func takeBack(_ data: SetupData) throws(CommandFailure) {
    var record = try record()
    if data == .kept, record.names.isEmpty { return console.print("There is nothing to be taken back.") }
    // As they would be taken anew: what takes a step back does not depend on what is there now.
    var all = SetupFacts(program: program, mount: "")
    (all.hasPlainSecrets, all.gitIsOpen, all.serviceIsOpen, all.agentIsOpen) = (true, true, true, true)
    (all.hasUnits, all.hasDesktop) = (program == "/usr/lib/bailey/bailey", true)
    let steps = SetupStep.steps(all)
    // What is destroyed has none of the person's files in it, whoever adopted them.
    if data == .purged, !record.names.contains(Self.adoption) { try undo(steps, Self.adoption) }
    // Bailey has to run for what is taken back before it stops.
    for name in record.names.reversed() where name != Self.start {
      try undo(steps, name)
      do throws(SystemError) { try record.remove(name) } catch { throw .file(path: "\(instance)/setup", error) }
    }
    if data == .purged { try purge() }
    guard data == .purged || record.names.contains(Self.start) else { return }
    try undo(steps, Self.start)
    guard data == .kept else { return }
    do throws(SystemError) { try record.remove(Self.start) } catch { throw .file(path: "\(instance)/setup", error) }
    console.print("Your files and items stay where they are, in \(instance).")
  }

  private func undo(_ steps: [SetupStep], _ name: String) throws(CommandFailure) {
    // A passcode is the person's own decision, and stays.
    guard let commands = steps.first(where: { $0.name == name })?.undo, !commands.isEmpty else { return }
    for command in commands where try !succeeds(command) {
      // What Bailey itself holds has to be back before anything stops.
      guard command[0] != program else {
        throw .particular("Nothing more is taken back.\nTry: bailey setup --undo, once that works", .failed)
      }
      console.note("bailey: that failed, perhaps because it was taken back by hand: \(command.joined(separator: " "))")
    }
    console.print("Taken back: \(name)")
  }

  /// Destroys the keys, by the passcode, and then removes what they had protected. Nothing is destroyed where the folder is not
  /// Bailey's alone.
  private func purge() throws(CommandFailure) {
    let removal = InstanceRemoval(home: instance)
    try failing { () throws(InstanceRemoval.Failure) in try removal.check() }
    guard try isWanted("Everything that Bailey protects for you is destroyed for good, in \(instance)") else {
      throw .particular("Everything stays.\nTry: bailey setup --undo", .failed)
    }
    guard try succeeds([program, "erase", "--yes"]) else {
      throw .particular("The data is not removed: \(instance)", .failed)
    }
    try failing { () throws(InstanceRemoval.Failure) in try removal.remove() }
  }

  private func failing(_ body: () throws(InstanceRemoval.Failure) -> Void) throws(CommandFailure) {
    do { try body() } catch {
      switch error {
      case .noInstance: throw .particular("There is no instance in \(instance): nothing is removed.", .failed)
      case .stranger(let name):
        throw .particular(
          "\(instance) holds something that is not Bailey's, \(Printable.oneLine(name)): nothing is removed there.\n"
            + "Move it away, then: bailey setup --purge-data. To destroy the keys alone: bailey erase --yes", .failed)
      case .system(let error): throw .file(path: instance, error)
      }
    }
  }

  // MARK: - Commands

  /// Runs a command on the person's terminal.
  private func succeeds(_ words: [String]) throws(CommandFailure) -> Bool {
    do throws(SystemError) {
      return try Self.run(ChildPlan(path: "/usr/bin/env", arguments: ["--"] + words)) == 0
    } catch {
      throw .particular("\(words[0]) cannot be started: \(error.reason).", .failed)
    }
  }

  /// The output of a command, which is not shown.
  private func answer(_ words: [String]) throws(CommandFailure) -> String {
    do throws(SystemError) {
      let output = try MemoryFile()
      let nowhere = try FileDescriptor.open("/dev/null", O_RDWR)
      var plan = ChildPlan(path: "/usr/bin/env", arguments: ["--"] + words)
      plan.input = nowhere.raw
      plan.output = output.descriptor.raw
      plan.errors = nowhere.raw
      _ = try Self.run(plan)
      return String(decoding: try output.descriptor.read(count: Self.most, at: 0), as: UTF8.self)
    } catch {
      throw .particular("\(words[0]) cannot be started: \(error.reason).", .failed)
    }
  }

  private static func run(_ plan: ChildPlan) throws(SystemError) -> Int32 {
    guard case .exited(let code) = try ChildProcess.start(plan).wait() else { return -1 }
    return code
  }
}
