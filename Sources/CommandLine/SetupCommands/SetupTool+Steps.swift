// SPDX-License-Identifier: Apache-2.0
import Advice
import CommandLineParsing
import JSONCoding
import OwnProcess
import Processes
import SystemCalls
import TerminalConsole

// The steps for whoever does not ask in a terminal: one by one, by their names.

extension SetupTool {
  func list(_ form: OutputForm) throws(CommandFailure) {
    let (facts, plain) = try survey.facts(besides: [])
    let open = SetupStep.steps(facts)
    let done = try record().names.compactMap { SetupStep.Name(rawValue: $0) }
      .filter { name in !open.contains { $0.name == name } }
    switch form {
    case .text:
      for step in open {
        if let plain, step.name == .adopt { console.print(plain) }
        console.print("\(step.name.rawValue): \(step.change).")
      }
      for name in done { console.print("\(name.rawValue): done.") }
      for line in facts.leftToPerson { console.print(line) }
    case .json:
      let plain = plain?.split(separator: "\n").map(String.init) ?? []
      console.print(
        .members([
          "steps": .array(open.map(\.json) + done.map(\.json)), "plain": .strings(plain),
          "browsers": .strings(facts.browsers), "withoutExtension": .strings(facts.withoutExtension),
          "screenLock": .string("\(facts.screenLock)"), "tpm": .bool(facts.tpm != nil),
        ]))
    }
  }

  /// Carries out, or takes back, one step without a question: its name is the person's word for it.
  func take(_ word: String, _ direction: SetupDirection) throws(CommandFailure) {
    guard let name = SetupStep.Name(rawValue: word) else {
      let names = SetupStep.Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw .particular("There is no step \(Printable.oneLine(word)). The steps: \(names)", .usage)
    }
    var record = try record()
    switch direction {
    case .there:
      let facts = try survey.facts(besides: []).0
      guard facts.isRunning || name == .start else {
        throw .particular("Bailey is not running.\nTry: bailey setup --only start", .failed)
      }
      guard let step = SetupStep.steps(facts).first(where: { $0.name == name }) else {
        return console.print("There is nothing to be done: \(word)")
      }
      guard !step.asksOnTerminal || console.inputIsTerminal else {
        throw .particular(
          "It asks on a terminal, and there is none here.\nTry: bailey setup --only \(word), in a terminal", .usage)
      }
      try carryOut(step, &record)
    case .back:
      guard record.names.contains(word) else { return console.print("There is nothing to be taken back: \(word)") }
      let steps = try undoable()
      if let full = full(steps, word) {
        throw .particular("\(full) is not empty, and stays.\nTry: the command again, once it is", .failed)
      }
      try undo(steps, word)
      do throws(SystemError) { try record.remove(word) } catch { throw .file(path: "\(instance)/setup", error) }
    }
  }

  /// Starts Bailey where it does not run, and shows the steps in the browser.
  func begin(at mount: String?) throws(CommandFailure) {
    var (facts, _) = try survey.facts(besides: [.adopt])
    if !facts.isRunning {
      if let mount { facts.mount = mount }
      guard let start = SetupStep.steps(facts).first(where: { $0.name == .start }) else { return }
      console.print("\(start.change).")
      var record = try record()
      try carryOut(start, &record)
    }
    do throws(SystemError) {
      _ = try ChildProcess.start(ChildPlan(path: program + "-console", arguments: ["--page", "welcome"])).wait()
    } catch {
      throw .particular("bailey-console cannot be started: \(error.reason).", .failed)
    }
  }
}

extension SetupStep {
  fileprivate var json: JSONValue {
    .members([
      "name": .string(name.rawValue), "done": .bool(false), "change": .string(change),
      "terminal": asksOnTerminal ? .string("bailey setup --only \(name.rawValue)") : .null,
    ])
  }
}

extension SetupStep.Name {
  fileprivate var json: JSONValue {
    .members(["name": .string(rawValue), "done": .bool(true), "change": .null, "terminal": .null])
  }
}
