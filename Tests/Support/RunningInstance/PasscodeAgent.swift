// SPDX-License-Identifier: Apache-2.0
import EventualConditions
package import Foundation
import RepositoryFolder

/// `bailey agent` of an instance, with a person who answers every question alike, and who gives it their word when it asks
/// for that.
package final class PasscodeAgent {
  /// What the person does: types the passcode, refuses, or types something else.
  package enum Person: String {
    case knowsIt, refuses, isMistaken

    fileprivate var answer: String {
      switch self {
      case .knowsIt: "D \(RunningInstance.passcode)\nOK\n"
      case .refuses: "ERR 83886179 cancelled\n"
      case .isMistaken: "D something else\nOK\n"
      }
    }
  }

  private static let script = RepositoryFolder.tests.appending(path: "Programs/pinentry")

  /// What the person was told, and what they do next: files that are replaced whole, because pinentry may be reading them.
  package let folder: URL
  private let process: Background

  package init(of instance: RunningInstance, _ person: Person) throws {
    folder = instance.home.deletingLastPathComponent().appending(path: "person-\(person.rawValue)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("OK Pleased to meet you\n".utf8).write(to: folder.appending(path: "greeting"))
    try Data(Person.refuses.answer.utf8).write(to: folder.appending(path: "answer"), options: .atomic)
    let pinentry = folder.appending(path: "pinentry").path
    try FileManager.default.createSymbolicLink(atPath: pinentry, withDestinationPath: Self.script.path)
    let program = try Program.locate("bailey").path
    process = try Background(
      "/bin/sh", ["-c", "exec \"$0\" agent --pinentry \"$1\" 2>&1", program, pinentry], environment: instance.variables)
    try Data(Person.knowsIt.answer.utf8).write(to: folder.appending(path: "word"))
    try waitUntilKnown(to: instance)
    try Data(person.answer.utf8).write(to: folder.appending(path: "answer"), options: .atomic)
  }

  /// Nobody says when the instance has an agent to ask: that shows when a question is refused by the person, and no
  /// longer for want of one.
  private func waitUntilKnown(to instance: RunningInstance) throws {
    let probe = try ClientProgram("probe", of: instance, copying: "sample-app")
    try eventually { try probe.answers("context , evaluate").last == "LAError -2" }
    try? FileManager.default.removeItem(at: folder.appending(path: "told"))
  }

  /// What the agent itself has said.
  package var notes: [String] { process.lines() }

  /// What the person was told so far, as pinentry gets it.
  package var told: [String] {
    let text = (try? String(contentsOf: folder.appending(path: "told"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// What the person does with the next dialogs that have buttons: one line each, as pinentry says it.
  package func press(_ buttons: Button...) throws { try press(buttons) }

  package func press(_ buttons: [Button]) throws {
    let lines = buttons.map { $0.rawValue + "\n" }.joined()
    try Data(lines.utf8).write(to: folder.appending(path: "confirmations"), options: .atomic)
  }

  /// What the person does with every dialog that has buttons from now on, but for those of `press`.
  package func keepPressing(_ button: Button) throws {
    try Data("\(button.rawValue)\n".utf8).write(to: folder.appending(path: "confirmation"), options: .atomic)
  }

  /// What the person types into the next fields.
  package func type(_ text: String) throws {
    try Data("D \(text)\nOK\n".utf8).write(to: folder.appending(path: "answer"), options: .atomic)
  }

  /// What the person types into the next field alone; the ones after it are as they were told before.
  package func typeOnce(_ text: String) throws {
    try Data("D \(text)\nOK\n".utf8).write(to: folder.appending(path: "once"), options: .atomic)
  }

  /// What the next fields say, as pinentry says it.
  package func answer(_ line: String) throws {
    try Data("\(line)\n".utf8).write(to: folder.appending(path: "answer"), options: .atomic)
  }

  /// The field stays as it is, as long as the dialog is there or until something is typed.
  package func typeNothing() throws { try answer("# thinking") }

  package enum Button: String {
    case first = "OK"
    case second = "ERR 83886194 not confirmed"
    case close = "ERR 83886179 cancelled"
    /// None, as long as the dialog is there.
    case none = "# thinking"
  }

  /// How often the person was asked.
  package var questions: Int { told.count { $0 == "GETPIN" } }

  package func stop() { process.kill() }
}

/// Runs the body while somebody can be asked.
package func withAgent(
  of instance: RunningInstance, _ person: PasscodeAgent.Person = .knowsIt, _ body: (PasscodeAgent) throws -> Void
) throws {
  let agent = try PasscodeAgent(of: instance, person)
  defer { agent.stop() }
  try body(agent)
}
