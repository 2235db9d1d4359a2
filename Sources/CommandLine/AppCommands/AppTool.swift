// SPDX-License-Identifier: Apache-2.0
import Advice
import AppModel
import BrokerClient
import BrokerMessages
import CommandLineParsing
import Glibc
import InstanceAccess
import JSONCoding
import OwnProcess
import PromptModel
import ProofModel
import PropertyLists
import SecretMemory
import SystemCalls
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
    case .register(let file, let entitlements, let identifier): try register(file, entitlements, identifier)
    case .unregister(let executable): try unregister(executable)
    case .list(let form): try list(form)
    case .names:
      do { for word in InstalledAppList(try client.installedApps()).words { console.print(word) } } catch {
        throw .broker(error)
      }
    }
  }

  /// The property list is read here too, because only here can the person be told what is wrong with it.
  private func register(
    _ file: RegisteredFile, _ entitlements: String?, _ identifier: String?
  ) throws(CommandFailure) {
    if let identifier, !AppDescription.isIdentifier(identifier) {
      throw .particular(
        "An identifier has letters, digits, hyphens, underscores and dots, such as org.example.tool.", .usage)
    }
    let xml = try propertyList(entitlements, identifier)
    let path: [UInt8]
    let name: String
    switch file {
    case .executable(""):
      throw .particular("Name a program: --executable PATH, or --watch DIR.", .usage)
    case .executable(let program): (path, name) = (Array(absolute(program).utf8), program)
    case .folder(let folder): (path, name) = (Array((absolute(folder) + "/").utf8), folder)
    }
    do {
      try client.register(path: path, xml: xml)
    } catch .refused(.groupTaken(let group)) {
      let number: QuestionNumber
      let purpose = ProofPurpose.register(path: path, entitlements: xml)
      if case .folder = file {
        number = try proveFolder(name, purpose)
      } else {
        number = try prove(group: group, purpose)
      }
      do {
        try client.register(path: path, xml: xml, provedAs: number)
      } catch {
        throw failure(error, name)
      }
    } catch {
      throw failure(error, name)
    }
    if let identifier { try BesideExecutable(file).write(identifier) }
    console.print("Registered.")
  }

  private func propertyList(_ file: String?, _ identifier: String?) throws(CommandFailure) -> [UInt8] {
    guard let file else {
      guard let identifier else {
        throw .particular("Say what it is entitled to: --entitlements FILE, or --identifier ID.", .usage)
      }
      let text = "<plist><dict><key>application-identifier</key><string>\(identifier)</string></dict></plist>"
      return Array(text.utf8)
    }
    let xml = try InputFile.contents(of: file, atMost: PropertyListLimits.bytes, console)
    do { _ = try Entitlements(xml: xml.span) } catch {
      throw .particular("\(InputFile.name(of: file)): \(error.sentence)", .failed)
    }
    return xml
  }

  private func proveFolder(_ folder: String, _ purpose: ProofPurpose) throws(CommandFailure) -> QuestionNumber {
    try prove(
      purpose,
      "Every program in \(Printable.oneLine(folder)) gets the groups, also those that are built there later: the passcode "
        + "is needed.")
  }

  /// The passcode goes to the enclave, under a number that `baileyd` then asks it for.
  private func prove(group: String, _ purpose: ProofPurpose) throws(CommandFailure) -> QuestionNumber {
    try prove(
      purpose,
      "The access group '\(Printable.oneLine(group))' is a program's, or has items or keys: the passcode is needed.")
  }

  private func prove(_ purpose: ProofPurpose, _ why: String) throws(CommandFailure) -> QuestionNumber {
    console.note(why)
    let passcode: SecretBytes
    do { passcode = try PasscodeInput(console: console).read("Passcode: ") } catch { throw .input(error) }
    return try OwnerProof.prove(purpose, by: passcode)
  }

  private func unregister(_ executable: String) throws(CommandFailure) {
    // A file that is gone has no canonical path: it is taken as it is listed.
    let isFolder = (try? FileDescriptor.open(executable, O_RDONLY | O_DIRECTORY)) != nil || executable.hasSuffix("/")
    let given = (Environment.canonicalPath(executable) ?? absolute(executable))
    let path = isFolder && !given.hasSuffix("/") ? given + "/" : given
    do {
      try client.unregister(path: Array(path.utf8))
    } catch .refused(.groupTaken(let group)) {
      let number = try prove(group: group, .unregister(path: Array(path.utf8)))
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

  private func list(_ form: OutputForm) throws(CommandFailure) {
    let registered: RegisteredAppList
    let installed: InstalledAppList
    do {
      installed = InstalledAppList(try client.installedApps())
      registered = RegisteredAppList(try client.registrations())
    } catch { throw .broker(error) }
    switch form {
    case .json: console.print(.array(installed.json + registered.json))
    case .text:
      let lines = installed.lines + registered.lines
      for line in lines { console.print(line) }
      if lines.isEmpty { console.note("No app is installed. To install one: bailey app install BUNDLE") }
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
