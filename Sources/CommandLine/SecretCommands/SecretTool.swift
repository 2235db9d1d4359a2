// SPDX-License-Identifier: Apache-2.0
import Advice
import CommandLineParsing
import Glibc
import JSONCoding
import MessageBus
import Processes
import SecretAccess
import SystemCalls
package import TerminalConsole

/// `bailey secrets`: whether the session's bus starts Bailey's service for the desktop's programs, and what lies in plain text.
package enum SecretTool {
  package static func run(_ action: SecretsAction, on console: Console) -> ExitCode {
    CommandRun.run(on: console) { () throws(CommandFailure) in
      switch action {
      case .enable: try enable(try .current(), console)
      case .disable: try disable(try .current(), console)
      case .status(let form): try show(try .current(), form, console)
      case .scan(let folder, let form): try ScanTool.scan(folder, form, console)
      case .access(nil, _), .access(_, nil): try listAccess(console)
      case .access(let collection?, let access?): try set(access, of: collection, console)
      case .forget(let program): try forget(program, console)
      case .adopt(let mode): try AdoptTool.run(mode, console)
      case .imports(let source, let mode, let form): try ImportTool.run(source, mode, form, console)
      }
    }
  }

  // MARK: - On and off

  private static func enable(_ service: BusServiceFile, _ console: Console) throws(CommandFailure) {
    try service.write()
    console.print("The session's bus starts Bailey for \(BusServiceFile.name): \(service.path)")
    guard let bus = try? SessionBus() else {
      return console.note("There is no session bus here: it counts in your next session.")
    }
    bus.reload()
    if bus.owner() == nil { bus.start() }
    switch bus.owner() {
    case .bailey?: console.print("Programs keep their passwords in Bailey from now on.")
    case let other?: console.note(other.advice)
    case nil: throw .particular("bailey-secrets did not start. Look at: bailey-secrets, on a terminal", .failed)
    }
  }

  private static func disable(_ service: BusServiceFile, _ console: Console) throws(CommandFailure) {
    try service.remove()
    guard let bus = try? SessionBus() else { return }
    bus.reload()
    if case .bailey(let process)? = bus.owner() { try end(process) }
    console.print("Programs do not find Bailey any more. What they stored stays in the keychain.")
  }

  private static func end(_ process: Int32) throws(CommandFailure) {
    do throws(SystemError) {
      // By a handle that cannot come to mean another process, which is looked at once more.
      let handle = try ProcessHandle(process: process)
      guard NameOwner(of: process).isBailey else { return }
      try handle.send(SIGTERM)
    } catch {
      throw .particular("bailey-secrets, process \(process), does not end: \(error.reason).", .failed)
    }
  }

  // MARK: - Who may read what

  private static func permissions() throws(CommandFailure) -> SecretPermissions {
    guard let permissions = SecretPermissions() else {
      throw .particular("Bailey does not answer for \(BusServiceFile.name) here.\nTry: bailey secrets status", .failed)
    }
    return permissions
  }

  private static func asking<Result>(_ body: () throws(BusError) -> Result) throws(CommandFailure) -> Result {
    do throws(BusError) { return try body() } catch {
      if case .refused("org.freedesktop.Secret.Error.IsLocked", _) = error {
        throw .particular("It was not unlocked since it was started.\nTry: bailey unlock", .failed)
      }
      throw .particular("bailey-secrets does not answer as it should: \(error)", .failed)
    }
  }

  private static func listAccess(_ console: Console) throws(CommandFailure) {
    let permissions = try permissions()
    for row in try asking({ () throws(BusError) in try permissions.access() }) {
      console.print("\(row.access)  \(Printable.oneLine(row.label))  \(Printable.oneLine(row.path))")
    }
  }

  private static func set(_ access: String, of word: String, _ console: Console) throws(CommandFailure) {
    let permissions = try permissions()
    let rows = try asking { () throws(BusError) in try permissions.access() }
    guard let row = rows.first(where: { $0.path.hasSuffix("/" + word) || $0.label == word || $0.path == word }) else {
      throw .particular(
        "There is no collection '\(Printable.oneLine(word))'.\nTry: bailey secrets access", .usage)
    }
    guard try asking({ () throws(BusError) in try permissions.set(access, of: row.path) }) else {
      throw .particular("It stays as it is: you were not there to allow it, or said no.", .failed)
    }
    console.print("\(Printable.oneLine(row.label)): \(access).")
  }

  private static func forget(_ program: String, _ console: Console) throws(CommandFailure) {
    let permissions = try permissions()
    let count = try asking { () throws(BusError) in try permissions.forget(program) }
    console.print(
      count == 0
        ? "\(Printable.oneLine(program)) was not allowed anything."
        : "\(Printable.oneLine(program)) has to ask again for what others stored.")
  }

  // MARK: - Status

  private static func remedy(hasBus: Bool, isEnabled: Bool, isTaken: Bool) -> String {
    guard hasBus else { return "the same in a terminal of the desktop: there is no session bus here" }
    guard isEnabled else { return "bailey secrets enable" }
    return isTaken ? "the command again, once that one has ended" : "bailey-secrets, on a terminal, which says why"
  }

  private static func show(
    _ service: BusServiceFile, _ form: OutputForm, _ console: Console
  ) throws(CommandFailure) {
    let bus = try? SessionBus()
    let owner = bus?.owner()
    let isEnabled = service.isOurs
    switch form {
    case .json:
      console.print(
        .object([
          JSONValue.Member("enabled", .bool(isEnabled)), JSONValue.Member("service", .string(service.path)),
          JSONValue.Member("owner", owner.map { .string($0.word) } ?? .null),
        ]))
    case .text:
      console.print(
        isEnabled ? "The bus starts Bailey: \(service.path)" : "Not enabled. To do so: bailey secrets enable")
      console.print(owner.map(\.sentence) ?? "Nobody answers for \(BusServiceFile.name) now.")
      if isEnabled, let owner, !owner.isBailey { console.note(owner.advice) }
    }
    guard owner?.isBailey == true else {
      throw .particular(
        "Programs do not keep their passwords in Bailey.\n"
          + "Try: \(remedy(hasBus: bus != nil, isEnabled: isEnabled, isTaken: owner != nil))", .failed)
    }
  }
}
