// SPDX-License-Identifier: Apache-2.0
import CommandExecution
package import ControlCommands
import Glibc
import JSONCoding
import MessageBus
import Processes
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

  // MARK: - Status

  private static func show(
    _ service: BusServiceFile, _ form: OutputForm, _ console: Console
  ) throws(CommandFailure) {
    let owner = (try? SessionBus())?.owner()
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
    guard owner?.isBailey == true else { throw .particular("Programs do not keep their passwords in Bailey.", .failed) }
  }
}
