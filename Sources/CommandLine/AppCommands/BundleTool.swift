// SPDX-License-Identifier: Apache-2.0
import Advice
import AppBundles
import AppContainers
import AppModel
import AppStore
import BrokerClient
import BrokerMessages
import CertificateTrust
import CommandLineParsing
import ConsentModel
import CryptoPrimitives
import Files
import Glibc
import Instance
import InstanceAccess
import InstanceLayout
import JSONCoding
import KeychainModel
import OwnProcess
import PromptModel
import ProofModel
import SecretMemory
import SystemCalls
package import TerminalConsole
import X509Certificates

/// Carries out what `bailey app` does with bundles.
package struct BundleTool {
  private let console: Console
  private let client: BrokerClient

  package static func run(_ action: BundleAction, on console: Console) -> ExitCode {
    // Ends as the app ends, with any number.
    if case .run(let app, let arguments) = action { exit(start(app, arguments, on: console)) }
    if case .portal(let folder) = action {
      exit(RuntimeProgram.become(["--portal"] + (folder.map { [$0] } ?? []), on: console))
    }
    if case .runPackage(let package, let arguments) = action {
      exit(PackageRun.run(package, arguments, on: console))
    }
    return CommandRun.run(on: console) { () throws(CommandFailure) in
      // A bundle can be looked at where Bailey does not run.
      switch action {
      case .verify(let bundle): return try verify(bundle, on: console)
      case .inspect(let bundle, let form): return try BundleInspection(OpenBundle(bundle)).print(form, on: console)
      case .new(let name, let identifier, let executable):
        return try NewBundle(name, identifier, executable: executable).make(on: console)
      default: break
      }
      try BundleTool(console: console, client: BrokerAccess.open()).carryOut(action)
    }
  }

  private static func start(_ app: String, _ arguments: [String], on console: Console) -> Int32 {
    guard !app.isEmpty else {
      console.note("bailey: Name an app: bailey run APP, or bailey run --package DIR.")
      return ExitCode.usage.rawValue
    }
    return RuntimeProgram.become([app] + arguments, on: console)
  }

  private func carryOut(_ action: BundleAction) throws(CommandFailure) {
    switch action {
    case .authority(let form): try showAuthority(form)
    case .certificate(let name, let allowed): try makeCertificate(name, allowed)
    case .revoke(let certificate): try revoke(certificate)
    case .trust(let file): try trust(file)
    case .sign(let bundle, let identity): try sign(bundle, identity)
    case .install(let bundle, let consent): try install(bundle, consent)
    case .remove(let app, let data, let consent): try remove(installed(app), data, consent)
    case .data(let app, let use): try HeldData(app, console: console, client: client).carryOut(use)
    case .sharing(let action):
      let folders = try AppFolders.current()
      let excluded = try inContainers { () throws(ContainerFailure) in try folders.excluded() }
      try SharedFilesTool(console: console, client: client, excluding: excluded).carryOut(action)
    case .running(let form): try showRunning(form)
    case .exportDesktop(let app): try exportDesktop(installed(app))
    case .verify, .run, .runPackage, .portal, .inspect, .new: preconditionFailure("these are carried out elsewhere")
    }
  }

  // MARK: - Authorities and certificates

  private func showAuthority(_ form: CertificateForm) throws(CommandFailure) {
    let keys = SigningKeys(client: client)
    let kept = try keys.authority()
    let authority = if let kept { kept } else { try keys.makeAuthority() }
    try trust(certificate: authority.certificate)
    // One that the owner did not trust leaves nothing behind.
    if kept == nil { try keys.keep(authority) }
    switch form {
    case .pem: console.print(PEM.text(authority.certificate), ending: .asItIs)
    case .words:
      let certificate = authority.certificate
      console.print("\(Printable.oneLine(authority.name))  \(Hexadecimal.text(SHA256.hash(certificate.span)))")
      for developer in try keys.developers(nil) {
        console.print("  \(developer.publisher.team)  \(Printable.oneLine(developer.name))")
      }
    }
  }

  private func makeCertificate(_ name: String, _ allowed: [String]?) throws(CommandFailure) {
    guard (1...64).contains(name.unicodeScalars.count) else {
      throw .particular("A developer's name has 1 to 64 characters.", .usage)
    }
    let keys = SigningKeys(client: client)
    guard let authority = try keys.authority() else {
      throw .particular("There is no authority yet.\nTry: bailey app ca", .failed)
    }
    let developer = try keys.makeDeveloper(name, allowed, by: authority)
    console.print("\(developer.publisher.team)  \(Printable.oneLine(name))")
  }

  private func trust(_ file: String) throws(CommandFailure) {
    let bytes = try InputFile.contents(of: file, atMost: 64 << 10, console)
    let certificate = PEM.certificate(bytes) ?? bytes
    // Before anybody types a passcode.
    guard (try? Certificate(certificate.span)) != nil else {
      throw .particular(
        "\(InputFile.name(of: file)) holds no certificate. Nobody is trusted that was not before.\n"
          + "Try: the file that 'bailey app ca --pem' writes on the developer's machine", .failed)
    }
    try trust(certificate: certificate)
    console.print("Trusted: \(Hexadecimal.text(SHA256.hash(certificate.span)))")
  }

  /// The passcode goes to the enclave, under a number that `baileyd` then asks it for.
  private func trust(certificate: [UInt8]) throws(CommandFailure) {
    do throws(BrokerClientError) {
      try client.trust(certificate)
      return
    } catch {
      guard case .refused(.authentication) = error else { throw .broker(error) }
    }
    console.note("Apps of this authority's developers can be installed from now on: the passcode is needed.")
    let passcode: SecretBytes
    do { passcode = try PasscodeInput(console: console).read("Passcode: ") } catch { throw .input(error) }
    let number = try OwnerProof.prove(.trustAuthority(certificate), by: passcode)
    do { try client.trust(certificate, provedAs: number) } catch { throw .broker(error) }
  }

  private func revoke(_ certificate: String) throws(CommandFailure) {
    let publisher = try Revocation(client: client, console: console).publisher(of: certificate)
    guard case .key(let key) = publisher else { return }
    do throws(BrokerClientError) {
      try client.revoke(key)
    } catch {
      guard case .refused(.authentication) = error else { throw .broker(error) }
      console.note("Apps of \(publisher.team) stop working: the passcode is needed.")
      let passcode: SecretBytes
      do { passcode = try PasscodeInput(console: console).read("Passcode: ") } catch { throw .input(error) }
      let number = try OwnerProof.prove(.revokePublisher(key), by: passcode)
      do { try client.revoke(key, provedAs: number) } catch { throw .broker(error) }
    }
    console.print("Revoked: \(publisher.team)")
  }

  // MARK: - Signing

  private func sign(_ path: String, _ identity: SigningIdentity) throws(CommandFailure) {
    let developer = try developer(identity)
    let signing = BundleSigning(bundle: try OpenBundle(path), developer: developer)
    try signing.sign()
    let who = developer.map { "\($0.publisher.team)  \(Printable.oneLine($0.name))" } ?? "ad hoc"
    console.print("Signed: \(who)")
  }

  private func developer(_ identity: SigningIdentity) throws(CommandFailure) -> SigningKeys.Developer? {
    guard case .developer(let name) = identity else { return nil }
    let developers = try SigningKeys(client: client).developers(name)
    switch developers.count {
    case 1: return developers[0]
    case 0: throw .particular("There is no certificate to sign with.\nTry: bailey app certificate 'Your Name'", .failed)
    default:
      throw .particular("There are several certificates to sign with.\nTry: bailey app sign --as NAME BUNDLE", .failed)
    }
  }

  private static func verify(_ path: String, on console: Console) throws(CommandFailure) {
    let bundle = try OpenBundle(path)
    let description = try bundle.description()
    let seal = try bundle.checking { () throws(BundleDefect) in
      let seal = try BundleSeal.signature(in: bundle.folder)
      try BundleSeal.verify(bundle.folder, against: seal.list)
      return seal
    }
    console.print("\(Printable.oneLine(description.identifier))  \(Printable.oneLine(description.version))")
    console.print("  seal       \(Hexadecimal.text(seal.digest))")
    guard let signature = seal.signature else { return console.print("  signed by  nobody (ad hoc)") }
    guard let signer = try? CodeSignature.signer(of: signature, over: seal.bytes),
      let certificate = try? Certificate(signer.certificate.span)
    else { throw .broker(.refused(.bundle(BundleRefusal(.signature)))) }
    let team = Publisher(publicKey: certificate.publicKeyBits.span).team
    console.print("  signed by  \(team)  \(Printable.oneLine(certificate.summary ?? "?"))")
  }

  // MARK: - Installing

  private func install(_ path: String, _ consent: UpdateConsent) throws(CommandFailure) {
    let installation = BundleInstallation(client: client, console: console)
    let (app, before) = try installation.install(OpenBundle(path), consent)
    let version = Printable.oneLine(app.version)
    console.print(
      before.map { "Updated: \(app.identifier) \(Printable.oneLine($0.description.version)) -> \(version)" }
        ?? "Installed: \(app.identifier) \(version)")
  }

  private func remove(
    _ app: InstalledApp, _ data: RemovedData, _ consent: RemovalConsent
  ) throws(CommandFailure) {
    let (identifier, addresses) = (app.identifier, app.description.privacyAddresses)
    if data == .removed, consent == .notGiven {
      let loss = try AppFolders.current().loss(of: identifier)
      let elsewhere = addresses.lines.map { "\n" + $0 }.joined()
      throw .particular(
        "With \(identifier) go \(loss), its items in the keychain, and your answers to it. Nothing was removed."
          + "\(elsewhere)\n"
          + "Try: bailey app remove --yes \(identifier), or --keep-data", .failed)
    }
    try BundleInstallation(client: client, console: console).remove(identifier, data)
    guard data == .removed else {
      return console.print("Removed: \(identifier) (its data and your answers to it are kept)")
    }
    console.print("Removed: \(identifier) with its files, its items and your answers to it")
    for line in addresses.lines { console.print(line) }
    // May fail: it is removed all the same.
    let answers = (try? client.consents())?.filter { $0.client == .init(kind: .bundle, identifier: identifier) }
    if answers?.isEmpty == false {
      console.note(
        "It was removed while locked: what you refused it stays refused.\nTry: bailey unlock, then bailey privacy prune"
      )
    }
  }

  // MARK: - Looking

  private func showRunning(_ form: OutputForm) throws(CommandFailure) {
    let apps: [RunningApp]
    do { apps = try client.runningApps() } catch { throw .broker(error) }
    switch form {
    case .text:
      for app in apps { console.print("\(app.process)  \(app.identifier)") }
      if apps.isEmpty { console.note("No app is running.") }
    case .json:
      console.print(
        .array(
          apps.map {
            .members(["identifier": .string($0.identifier), "process": .number(Int($0.process))])
          }))
    }
  }

  private func installed(_ app: String) throws(CommandFailure) -> InstalledApp {
    try AppDirectory(installedOf: client).installedApp(app)
  }

  private func exportDesktop(_ app: InstalledApp) throws(CommandFailure) {
    console.print(try DesktopEntry.write(app, store: BrokerAccess.location().home + "/apps"))
  }
}
