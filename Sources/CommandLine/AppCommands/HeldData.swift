// SPDX-License-Identifier: Apache-2.0
import Advice
import AppContainers
import AppModel
import BrokerClient
import BrokerMessages
import CommandLineParsing
import ConsentModel
import Files
import Glibc
import InstanceAccess
import JSONCoding
import Processes
import SystemCalls
import TerminalConsole

/// Carries out `bailey app data`: what an installed app holds of the person's.
struct HeldData {
  private let app: InstalledApp
  private let console: Console
  private let client: BrokerClient

  init(_ name: String, console: Console, client: BrokerClient) throws(CommandFailure) {
    app = try AppDirectory(installedOf: client).installedApp(name)
    (self.console, self.client) = (console, client)
  }

  func carryOut(_ use: DataUse) throws(CommandFailure) {
    switch use {
    case .show(.text): for line in try lines() { console.print(line) }
    case .show(.json): console.print(try json())
    case .export(let file): try export(to: file)
    case .delete(let consent): try delete(consent)
    }
  }

  // MARK: - Looking

  private struct Folder {
    let folder: String
    let name: String
    let size: AppFolders.Size
  }

  private func folders() throws(CommandFailure) -> [Folder] {
    var folders: [Folder] = []
    let shared = app.entitlements.applicationGroups.filter { BundlePath.isInside($0) && !$0.contains("/") }
    let all = try AppFolders.current()
    let places = [(Container.containers, app.identifier)] + shared.map { (Container.groupContainers, $0) }
    for (folder, name) in places {
      let found = try inContainers { () throws(ContainerFailure) in try all.size(of: name, among: folder) }
      guard let size = found else { continue }
      folders.append(Folder(folder: folder, name: name, size: size))
    }
    return folders
  }

  private func answers() throws(CommandFailure) -> [ConsentListing] {
    do {
      return try client.consents().filter { $0.client == .init(kind: .bundle, identifier: app.identifier) }
    } catch {
      throw .broker(error)
    }
  }

  private func enforcement(of service: ConsentService) -> Enforcement {
    service.enforcement(of: .bundle, app.entitlements)
  }

  private func itemCount() throws(CommandFailure) -> Int {
    do { return try client.itemCount(ofApp: app.identifier) } catch { throw .broker(error) }
  }

  /// The paths of the person's files and folders that the app was handed.
  private func handed() throws(CommandFailure) -> [String] {
    do { return try client.sharedFiles(ofApp: app.identifier).map(\.path) } catch { throw .broker(error) }
  }

  private func lines() throws(CommandFailure) -> [String] {
    let items = try itemCount()
    var lines = ["\(app.identifier)  \(Printable.oneLine(app.description.name))"]
    for folder in try folders() {
      let title = folder.folder == Container.containers ? "files   " : "shared  "
      lines.append("  \(title)  \(folder.folder)/\(folder.name): \(folder.size.words)")
    }
    lines.append("  keychain  \(items) \(items == 1 ? "item" : "items")")
    for path in try handed() { lines.append("  handed    \(Printable.oneLine(path))") }
    for answer in try answers() {
      let hold = enforcement(of: answer.service).isEnforced ? "" : ", not enforced"
      let source = answer.reason == .mdmPolicy ? ", by a policy" : ""
      lines.append("  answer    \(answer.service.name): \(answer.answer.name)\(source)\(hold)")
    }
    return lines + app.description.privacyAddresses.lines
  }

  private func json() throws(CommandFailure) -> JSONValue {
    .members([
      "identifier": .string(app.identifier),
      "folders": .array(
        try folders().map {
          .members([
            "path": .string("\($0.folder)/\($0.name)"), "files": .number($0.size.files),
            "bytes": .number($0.size.bytes), "shared": .bool($0.folder == Container.groupContainers),
          ])
        }),
      "keychainItems": .number(try itemCount()),
      "handed": .array(try handed().map(JSONValue.string)),
      "answers": try answersJSON(),
      "privacyPolicy": app.description.privacyAddresses.policy.map(JSONValue.string) ?? .null,
      "dataDeletion": app.description.privacyAddresses.deletion.map(JSONValue.string) ?? .null,
    ])
  }

  private func answersJSON() throws(CommandFailure) -> JSONValue {
    .array(
      try answers().map {
        .members([
          "service": .string("kTCCService" + $0.service.name), "answer": .string($0.answer.name),
          "last_modified": .number(Int($0.changed)), "enforcement": .string(enforcement(of: $0.service).rawValue),
        ])
      })
  }

  // MARK: - Copying

  /// The answers come first, then whatever `tar` finds of the folders.
  private func export(to file: String) throws(CommandFailure) {
    let answers = Array((try answersJSON().text + "\n").utf8)
    let all = try AppFolders.current()
    let mount = try inContainers { () throws(ContainerFailure) in try all.mount() }
    let folders = try folders()
    let paths = folders.flatMap { AppFolders.places(of: $0.name, among: $0.folder) }
    let there = paths.filter { (try? FileDescriptor.openWithoutLinks("\(mount)/\($0)", OpenFlag.path)) != nil }
    // Holes stay holes: a file of an app's that is nothing else would fill the disk.
    let words = ["--create", "--sparse", "--directory", mount, "--"] + there
    let ending: ProcessEnd
    do throws(SystemError) {
      let archive = try FileDescriptor.open(file, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      try archive.write(ArchiveMember(name: "answers.json", contents: answers).bytes.span)
      if folders.isEmpty {
        try archive.write([UInt8](repeating: 0, count: 1024).span)
        ending = .exited(0)
      } else {
        var plan = ChildPlan(path: "/usr/bin/tar", arguments: words)
        plan.output = archive.raw
        ending = try ChildProcess.start(plan).wait()
      }
      try archive.sync()
    } catch {
      throw .file(path: file, error)
    }
    guard case .exited(0) = ending else {
      throw .particular(
        "\(file) is not complete: not every file can be read.\nTry: bailey unlock, then the command again", .failed)
    }
    console.print("Exported: \(file), not encrypted")
  }

  // MARK: - Removing

  private func delete(_ consent: RemovalConsent) throws(CommandFailure) {
    guard consent == .given else {
      throw .particular(
        "With the data of \(app.identifier) go \(try AppFolders.current().loss(of: app.identifier)), its items in the keychain, and what "
          + "you allowed it. Nothing was removed.\nTry: bailey app data \(app.identifier) --delete --yes", .failed)
    }
    do { try client.erase(app: app.identifier) } catch { throw .broker(error) }
    let all = try AppFolders.current()
    try inContainers { () throws(ContainerFailure) in try all.remove(app.identifier) }
    console.print(
      "Deleted: the files and items of \(app.identifier), what you allowed it, and what it was handed of your files. What you "
        + "refused stays refused.")
    for line in app.description.privacyAddresses.lines { console.print(line) }
  }
}
