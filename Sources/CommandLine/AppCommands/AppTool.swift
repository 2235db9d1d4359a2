// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import BrokerMessages
import CommandExecution
import JSONCoding
package import KeychainCommandLine
import LinuxSystem
import PromptModel
import PropertyLists
import SecretMemory
package import TerminalConsole

/// Carries out `bailey app`.
package struct AppTool {
  private let console: Console
  private let client: BrokerClient

  package static func run(_ action: AppAction, on console: Console) -> ExitCode {
    CommandRun.run(on: console) { () throws(CommandFailure) in
      try AppTool(console: console, client: BrokerConnection.open()).carryOut(action)
    }
  }

  private func carryOut(_ action: AppAction) throws(CommandFailure) {
    switch action {
    case .register(let executable, let entitlements): try register(executable, entitlements)
    case .unregister(let executable): try unregister(executable)
    case .list(let form): try list(form)
    }
  }

  /// The property list is read here too, because only here can the person be told what is wrong with it.
  private func register(_ executable: String, _ entitlements: String) throws(CommandFailure) {
    let xml = try InputFile.contents(of: entitlements, atMost: PropertyListLimits.bytes, console)
    do { _ = try Entitlements(xml: xml.span) } catch {
      throw .particular("\(entitlements): \(error.sentence)", .failed)
    }
    let path = Array(absolute(executable).utf8)
    do {
      try client.register(path: path, xml: xml)
    } catch .refused(.groupTaken(let group)) {
      let number = try prove(group)
      do {
        try client.register(path: path, xml: xml, provedAs: number)
      } catch {
        throw failure(error, executable)
      }
    } catch {
      throw failure(error, executable)
    }
    console.print("Registered.")
  }

  /// The passcode goes to the enclave, under a number that `baileyd` then asks it for.
  private func prove(_ group: String) throws(CommandFailure) -> QuestionNumber {
    console.note(
      "The access group '\(Printable.oneLine(group))' is a program's, or has items or keys: the passcode is needed.")
    let passcode: SecretBytes
    do { passcode = try PasscodeInput(console: console).read("Passcode: ") } catch { throw .input(error) }
    return try OwnerProof.prove(passcode)
  }

  private func unregister(_ executable: String) throws(CommandFailure) {
    // A file that is gone has no canonical path: it is taken as it is listed.
    let path = Environment.canonicalPath(executable) ?? absolute(executable)
    do {
      try client.unregister(path: Array(path.utf8))
    } catch .refused(.groupTaken(let group)) {
      let number = try prove(group)
      do {
        try client.unregister(path: Array(path.utf8), provedAs: number)
      } catch {
        throw failure(error, executable)
      }
    } catch {
      throw failure(error, executable)
    }
    console.print("Unregistered.")
  }

  private func list(_ form: ResultForm) throws(CommandFailure) {
    let registered: RegisteredAppList
    let installed: InstalledAppList
    do {
      installed = InstalledAppList(try client.installedApps())
      registered = RegisteredAppList(try client.registrations())
    } catch { throw .broker(error) }
    switch form {
    case .json: console.print(.array(installed.json + registered.json))
    case .text: for line in installed.lines + registered.lines { console.print(line) }
    }
  }

  private func failure(_ error: BrokerClientError, _ path: String) -> CommandFailure {
    switch error {
    case .refused(.file(let code)): .file(path: path, SystemError(.open, code: code))
    case .refused(.notRegistered): .notRegistered(path: path)
    default: .broker(error)
    }
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : Environment.currentDirectory + "/" + path
  }
}
