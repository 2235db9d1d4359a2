// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import BrokerMessages
package import KeychainCommandLine
import LinuxSystem
import SecretMemory
package import TerminalConsole

/// Carries out `bailey app`.
package struct AppTool {
  private let console: Console
  private let client: BrokerClient

  package static func run(_ action: AppAction, on console: Console) -> ExitCode {
    ToolRun.run(on: console) { () throws(ToolFailure) in
      try AppTool(console: console, client: Keychain.connect()).carryOut(action)
    }
  }

  private func carryOut(_ action: AppAction) throws(ToolFailure) {
    switch action {
    case .register(let executable, let entitlements): try register(executable, entitlements)
    case .unregister(let executable): try unregister(executable)
    case .list(let form): try list(form)
    }
  }

  /// The property list is read here too, because here it can be said what is wrong with it.
  private func register(_ executable: String, _ entitlements: String) throws(ToolFailure) {
    let xml = try InputFile.contents(of: entitlements, atMost: PropertyListLimits.bytes, console)
    do { _ = try Entitlements(xml: xml.span) } catch { throw .entitlements(path: entitlements, error) }
    let path = Array(absolute(executable).utf8)
    do {
      try client.register(path: path, xml: xml)
    } catch .refused(.groupTaken(let group)) {
      try registerByOwner(path, xml, executable, group)
    } catch {
      throw failure(error, executable)
    }
    console.print("Registered.")
  }

  /// The passcode goes to the enclave, under a number that `baileyd` then asks it for.
  private func registerByOwner(
    _ path: [UInt8], _ xml: [UInt8], _ executable: String, _ group: String
  ) throws(ToolFailure) {
    console.note(
      "The access group '\(Printable.oneLine(group))' is another program's, or has items: the passcode is needed.")
    let passcode: SecretBytes
    do { passcode = try PasscodeInput(console: console).read("Passcode: ") } catch { throw .input(error) }
    let number = try OwnerProof.prove(passcode)
    do {
      try client.register(path: path, xml: xml, provedAs: number)
    } catch {
      throw failure(error, executable)
    }
  }

  private func unregister(_ executable: String) throws(ToolFailure) {
    // Where the file is gone its canonical path is not to be had: the path as it is listed is taken then.
    let path = Environment.canonicalPath(executable) ?? absolute(executable)
    do { try client.unregister(path: Array(path.utf8)) } catch { throw failure(error, executable) }
    console.print("Unregistered.")
  }

  private func list(_ form: ResultForm) throws(ToolFailure) {
    let apps: [RegisteredApp]
    do { apps = try client.registrations() } catch { throw .broker(error) }
    switch form {
    case .json: console.print(AppList(apps).json)
    case .text: for line in AppList(apps).lines { console.print(line) }
    }
  }

  private func failure(_ error: BrokerClientError, _ path: String) -> ToolFailure {
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

/// Registered apps as they are shown.
struct AppList {
  private let apps: [RegisteredApp]

  init(_ apps: [RegisteredApp]) { self.apps = apps }

  var lines: [String] {
    apps.map { app in
      let path = Printable.oneLine(String(decoding: app.path, as: UTF8.self))
      return path + (app.identifier.map { "  " + Printable.oneLine($0) } ?? "") + Self.remark(on: app)
    }
  }

  static func remark(on app: RegisteredApp) -> String {
    switch app.condition {
    case .current: ""
    case .changed: "  (has changed: needs registration again)"
    case .missing: "  (the file is gone)"
    }
  }

  var json: JSONValue {
    .array(
      apps.map { app in
        .members([
          "executable": .string(String(decoding: app.path, as: UTF8.self)),
          "identifier": app.identifier.map { .string($0) } ?? .null,
          "sha256": .string(Printable.hexadecimal(app.digest)),
          "groups": .array(app.groups.map { .string($0) }),
          "condition": .string(Self.name(of: app.condition)),
        ])
      })
  }

  private static func name(of condition: RegisteredApp.Condition) -> String {
    switch condition {
    case .current: "current"
    case .changed: "changed"
    case .missing: "missing"
    }
  }
}
