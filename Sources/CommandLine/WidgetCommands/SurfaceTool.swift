// SPDX-License-Identifier: Apache-2.0
import Advice
import BrokerClient
import Instance
import InstanceAccess
import JSONCoding
import PromptModel
import ProofModel
import ProtectionModel
import SecretMemory
import SystemCalls
package import TerminalConsole
import WidgetModel

/// Carries out `bailey widget settings`: what surfaces show of widgets while the screen is locked.
package struct SurfaceTool: ~Copyable {
  private let console: Console
  private let client: BrokerClient
  private let folder: InstanceFolder

  package static func run(_ changes: [String], json: Bool, on console: Console) -> ExitCode {
    CommandRun.run(on: console) { () throws(CommandFailure) in
      let client = try BrokerAccess.open()
      let folder: InstanceFolder
      do { folder = try InstanceFolder(existing: BrokerAccess.location()) } catch { throw .broker(.closed) }
      try SurfaceTool(console: console, client: client, folder: folder).carryOut(changes, json: json)
    }
  }

  private init(console: Console, client: BrokerClient, folder: consuming InstanceFolder) {
    (self.console, self.client) = (console, client)
    self.folder = folder
  }

  private func carryOut(_ words: [String], json: Bool) throws(CommandFailure) {
    var changes: [SurfaceChange] = []
    for word in words {
      guard let change = SurfaceChange(word) else {
        throw .particular("'\(Printable.oneLine(word))' is no setting.\nTry: bailey help widget settings", .usage)
      }
      changes.append(change)
    }
    var chosen = try asking { () throws(BrokerClientError) in try client.surfaces().settings }
    if !changes.isEmpty { chosen = try choose(changes, chosen) }
    show(chosen, json: json)
  }

  private func choose(
    _ changes: [SurfaceChange], _ current: SurfaceSettings
  ) throws(CommandFailure) -> SurfaceSettings {
    var wanted = current
    for change in changes { wanted.apply(change) }
    let operation = wanted.operation(after: current)
    let proof = operation.rule.passcode == .wanted ? try proof(of: changes) : nil
    let chosen = try asking { () throws(BrokerClientError) in try client.chooseSurfaces(changes, provedAs: proof) }
    let shown = changes.filter { $0.choice == .show }.map(\.place)
    do {
      try folder.forgetSurfaceLimits { limit in shown.contains { limit.place.covers($0) } }
    } catch {
      throw .particular("The file 'widgets' of the instance cannot be changed, and hides more.", .failed)
    }
    try removeArchives(hiddenBy: chosen)
    return chosen
  }

  /// Removes archives that can be read while locked, which were kept for places that show everything: none is left once
  /// one hides.
  private func removeArchives(hiddenBy chosen: SurfaceSettings) throws(CommandFailure) {
    var reason = "nothing is mounted"
    do throws(SystemError) {
      if let mount = try? folder.location.mountedPath() {
        return try ShownArchives.remove(on: mount, hiddenBy: chosen.restricted(by: folder.surfaceLimits))
      }
    } catch {
      reason = error.reason
    }
    throw .particular(
      "It is hidden from now on, but what was kept of it cannot be removed: \(reason).\nTry: bailey status", .failed)
  }

  private func show(_ chosen: SurfaceSettings, json: Bool) {
    let limits = folder.surfaceLimits
    let choices = chosen.restricted(by: limits).changes
    if json {
      console.print(
        .array(
          choices.map { choice in
            let words = choice.line.split(separator: "=", maxSplits: 1)
            return .members(["surface": .string(String(words[0])), "choice": .string(choice.choice.rawValue)])
          }))
    } else {
      for choice in choices { console.print(Printable.oneLine(choice.line)) }
    }
    if chosen.alwaysOn == .show, !chosen.isShowing(.alwaysOn) {
      console.note(
        "bailey: alwaysOn=show has no effect yet: such a display hides what the lock screen hides.\n"
          + "Try: bailey widget settings lockScreen=show")
    }
    for ignored in chosen.ignored(of: limits) {
      let line = Printable.oneLine(ignored.line)
      console.note(
        "bailey: '\(line)' in the file 'widgets' would show more than you chose, and is ignored.\n"
          + "Try: bailey widget settings \(line)")
    }
  }

  /// The number under which the owner gave the passcode; nil where there is none.
  private func proof(of changes: [SurfaceChange]) throws(CommandFailure) -> QuestionNumber? {
    guard try OwnerProof.isNeeded() else { return nil }
    let passcode: SecretBytes
    do { passcode = try PasscodeInput(console: console).read("Passcode: ") } catch { throw .input(error) }
    return try OwnerProof.prove(.showSurfaces(changes.map(\.line)), by: passcode)
  }

  private func asking<Result>(_ body: () throws(BrokerClientError) -> Result) throws(CommandFailure) -> Result {
    do { return try body() } catch { throw .broker(error) }
  }
}
