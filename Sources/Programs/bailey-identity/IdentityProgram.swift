// SPDX-License-Identifier: Apache-2.0
import CommandLineParsing
import Events
import Glibc
import IdentityCommandLine
import IdentityModel
import IdentityServer
import IdentityService
import JSONCoding
import OwnProcess
import SystemCalls
import TerminalConsole

/// A provider of sign-in of people's own.
@main struct IdentityProgram {
  static func main() {
    try? ResourceLimit.raiseOpenFiles(to: 4096)
    exit(run(Array(CommandLine.arguments.dropFirst()), on: Console.standard()).rawValue)
  }

  private static func run(_ words: [String], on console: Console) -> ExitCode {
    let action: IdentityAction
    do throws(UsageError) {
      switch try IdentityCommand.command.parse(words) {
      case .help(let path):
        let command = try IdentityCommand.command.command(at: path)
        console.print(HelpText(of: command, program: "bailey-identity", path: path).text, ending: .asItIs)
        return .done
      case .run(let asked): action = asked
      }
    } catch {
      console.note(error.message(program: "bailey-identity"))
      return .usage
    }
    // Passwords and keys pass through this process.
    guard (try? ProcessHardening.refuseCoreDumps()) != nil else {
      console.note("bailey-identity: the memory of this process cannot be protected.")
      return .failed
    }
    do throws(ProgramFailure) {
      try carryOut(action, console)
      return .done
    } catch {
      console.note("bailey-identity: " + error.sentence)
      return .failed
    }
  }

  private static func carryOut(_ action: IdentityAction, _ console: Console) throws(ProgramFailure) {
    switch action {
    case .create(let provider): try create(provider, console)
    case .serve(let home): try serve(try folder(home), console)
    case .develop(let options): try Development(options, console).run()
    case .administer(let request, let home, let form): try show(request, try folder(home), form, console)
    case .addUser(let words, let home, let form):
      let record = try asked { () throws(PasswordInput.Refusal) in try PasswordInput(console).passwordRecord() }
      let request = AdministrativeRequest(.userAdd, words.merging(["password": record]) { $1 })
      try show(request, try folder(home), form, console)
    case .backUp(let file, let home):
      let place = try folder(home)
      let passphrase = try asked { () throws(PasswordInput.Refusal) in try PasswordInput(console).passphrase(.new) }
      do { try place.backUp(to: file, passphrase) } catch { throw .backup(error, file, place.path) }
      console.print("\(file) has everything of \(place.path), and was read again.")
    case .restore(let file, let home):
      let place = try folder(home)
      let passphrase = try asked { () throws(PasswordInput.Refusal) in try PasswordInput(console).passphrase(.existing)
      }
      do { try place.restore(file, passphrase) } catch { throw .backup(error, file, place.path) }
      console.print("The provider is in \(place.path). People sign in anew.\nNext: bailey-identity serve")
    case .addKey(let id, let app, let file, let home, let form):
      let point = try ClientKeyFile.point(of: file)
      try show(
        AdministrativeRequest(.keyAdd, ["id": id, "app": app, "point": point]), try folder(home), form, console)
    case .trustAuthority(let file, let home, let form):
      let certificate = try ProgramFailure.system { () throws(SystemError) in try CertificateFile.base64(file) }
      try show(AdministrativeRequest(.machineTrust, ["certificate": certificate]), try folder(home), form, console)
    case .newKey(let app, let target, let home, let form):
      let made = try ClientKeyFile.make()
      let request = AdministrativeRequest(.keyAdd, ["id": made.id, "app": app, "point": made.point])
      // The file first: a key that the provider knows, and nobody has, would take the place of another.
      let path = try made.write(to: target)
      do throws(ProgramFailure) { _ = try administer(request, try folder(home)) } catch {
        made.remove(from: target)
        throw error
      }
      form == .json
        ? console.print(.members(["id": .string(made.id), "file": .string(path)]))
        : console.print("\(made.id): the private key is in \(path), and nowhere else.")
    }
  }

  private static func asked<Result: ~Copyable>(
    _ body: () throws(PasswordInput.Refusal) -> Result
  ) throws(ProgramFailure) -> Result {
    do { return try body() } catch { throw .particular(error.sentence) }
  }

  private static func folder(_ given: String?) throws(ProgramFailure) -> IdentityHome {
    let path = given ?? Environment.value("BAILEY_IDENTITY_HOME")
    if let path { return IdentityHome(path.hasPrefix("/") ? path : Environment.currentDirectory + "/" + path) }
    guard let user = Environment.homeDirectory else { throw .particular("there is no home directory: use --home.") }
    return IdentityHome(user + "/.local/share/bailey-identity")
  }

  // MARK: - The provider

  private static func create(_ provider: NewProvider, _ console: Console) throws(ProgramFailure) {
    let home = try folder(provider.home)
    let settings = IdentitySettings(
      issuer: provider.issuer, address: provider.address ?? provider.issuer, name: provider.name)
    do { try home.create(settings, port: provider.port, database: provider.database) } catch {
      throw .home(error, home.path)
    }
    console.print("The provider is in \(home.path).\nNext: bailey-identity team add TEAM NAME")
  }

  private static func serve(_ home: IdentityHome, _ console: Console) throws(ProgramFailure) {
    let stops = try ProgramFailure.system { () throws(SystemError) in try SignalDescriptor([SIGINT, SIGTERM]) }
    let server: IdentityServer
    do { server = try IdentityServer(home) } catch { throw .server(error, home.path) }
    console.print("http://\(server.name)")
    _ = try ProgramFailure.system { () throws(SystemError) in try Poll.readable([stops.descriptor.raw]) }
    server.stop()
  }

  // MARK: - Administration

  private static func administer(
    _ request: AdministrativeRequest, _ home: IdentityHome
  ) throws(ProgramFailure) -> JSONValue {
    do { return try home.administer(request) } catch { throw .home(error, home.path) }
  }

  private static func show(
    _ request: AdministrativeRequest, _ home: IdentityHome, _ form: IdentityAction.Form, _ console: Console
  ) throws(ProgramFailure) {
    let result = try administer(request, home)
    let isEmptyLog = request.name == .log && result == .array([])
    if form == .json { console.print(result) }
    if isEmptyLog, let id = request.words["id"] { throw .particular(ResultText.noRequest(id)) }
    if form == .json { return }
    if result == .array([]), let sentence = ResultText.nothing(request.name) { return console.print(sentence) }
    let lines = request.name == .explain ? StoryText(result).lines : ResultText(result).lines
    for line in lines { console.print(line) }
  }
}
