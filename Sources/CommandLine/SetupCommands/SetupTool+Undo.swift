// SPDX-License-Identifier: Apache-2.0
import Advice
import SystemCalls
import TerminalConsole

// MARK: - And back

extension SetupTool {
  func takeBack(_ data: SetupData) throws(CommandFailure) {
    var record = try record()
    if data == .kept, record.names.isEmpty { return console.print("There is nothing to be taken back.") }
    let steps = try undoable()
    let removal = InstanceRemoval(home: instance)
    if data == .purged { try failing { () throws(InstanceRemoval.Failure) in try removal.check() } }
    let (start, adopt) = (SetupStep.Name.start.rawValue, SetupStep.Name.adopt.rawValue)
    try needRunning(record, data)
    // What is destroyed has none of the person's files in it, whoever adopted them.
    if data == .purged, !record.names.contains(adopt) { try undo(steps, adopt) }
    // Bailey has to run for what is taken back before it stops.
    for name in record.names.reversed() where name != start {
      try undo(steps, name)
      do throws(SystemError) { try record.remove(name) } catch { throw .file(path: "\(instance)/setup", error) }
    }
    if data == .purged { try purge(removal) }
    guard data == .purged || record.names.contains(start) else { return }
    try undo(steps, start)
    guard data == .kept else { return }
    do throws(SystemError) { try record.remove(start) } catch { throw .file(path: "\(instance)/setup", error) }
    console.print("Your files and items stay where they are, in \(instance).")
  }

  /// Bailey itself gives back what it keeps, and destroys its keys.
  private func needRunning(_ record: SetupRecord, _ data: SetupData) throws(CommandFailure) {
    let kept = [SetupStep.Name.adopt, .recording].map(\.rawValue)
    guard data == .purged || record.names.contains(where: kept.contains), try !survey.isRunning() else { return }
    let option = data == .purged ? "--purge-data" : "--undo"
    throw .particular(
      "Bailey is not running, and gives back what it keeps only while it does. Nothing was changed.\n"
        + "Try: bailey up, then: bailey setup \(option)", .failed)
  }

  /// The steps as they would be taken anew: what takes one back does not depend on what is there now.
  func undoable() throws(CommandFailure) -> [SetupStep] {
    let now = try survey.facts(besides: [.adopt]).0
    var all = SetupFacts.open(program: program, mount: now.mount, hasUnits: SetupSurvey.hasUnits(program))
    all.asRoot = now.asRoot ?? ["sudo"]
    let first = SetupStep.steps(all)
    all.isRunning = true
    return first + SetupStep.steps(all).filter { step in !first.contains { $0.name == step.name } }
  }

  func undo(_ steps: [SetupStep], _ name: String) throws(CommandFailure) {
    // A passcode is the person's own decision, and stays.
    guard let step = steps.first(where: { $0.name.rawValue == name }), !step.undo.isEmpty else { return }
    if let full = full(steps, name) { return console.print("\(full) is not empty, and stays.") }
    for command in step.undo where try !commands.succeeds(command) {
      // What Bailey itself holds has to be back before anything stops.
      guard command[0] != program else {
        throw .particular("Nothing more is taken back.\nTry: bailey setup --undo, once that works", .failed)
      }
      console.note("bailey: that failed, perhaps because it was taken back by hand: \(command.joined(separator: " "))")
    }
    console.print("Taken back: \(name)")
  }

  /// The folder that a step made, where it holds something by now.
  func full(_ steps: [SetupStep], _ name: String) -> String? {
    steps.first { $0.name.rawValue == name }?.folder.flatMap { survey.holdsSomething($0) ? $0 : nil }
  }

  // MARK: - With everything

  /// Destroys the keys, by the passcode, and then removes what they had protected.
  private func purge(_ removal: InstanceRemoval) throws(CommandFailure) {
    guard try isWanted("Everything that Bailey protects for you is destroyed for good, in \(instance)") else {
      throw .particular("Everything stays.\nTry: bailey setup --undo", .failed)
    }
    guard try commands.succeeds([program, "erase", "--yes"]) else {
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
          "\(instance) holds something that is not Bailey's, \(Printable.oneLine(name)): nothing is removed.\n"
            + "Move it away, then: bailey setup --purge-data. To destroy the keys alone: bailey erase --yes", .failed)
      case .system(let error): throw .file(path: instance, error)
      }
    }
  }
}
