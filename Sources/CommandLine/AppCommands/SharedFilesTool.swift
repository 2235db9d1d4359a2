// SPDX-License-Identifier: Apache-2.0
import Advice
import AppContainers
import AppModel
import AppNames
import BrokerClient
import BrokerMessages
import CommandLineParsing
import ConsentModel
import Glibc
import InstanceAccess
import JSONCoding
import OwnProcess
import PromptModel
import ProofModel
import SecretMemory
import SystemCalls
import TerminalConsole

/// Carries out `bailey app share`, `unshare` and `shared`: the person's files in the hands of apps.
struct SharedFilesTool {
  private let console: Console
  private let client: BrokerClient
  /// Folders of which nothing is handed to apps.
  private let excluded: [String]

  init(console: Console, client: BrokerClient, excluding excluded: [String]) {
    self.console = console
    self.client = client
    self.excluded = excluded
  }

  func carryOut(_ action: SharingAction) throws(CommandFailure) {
    switch action {
    case .share(let name, let paths, let extent):
      try share(paths, with: AppDirectory(installedOf: client).installedApp(name), extent)
    case .unshare(let name, let paths): try unshare(paths, with: name)
    case .list(let name, let form): try list(name, form)
    }
  }

  /// The identifier, of an app that is gone too while it is remembered what it was handed.
  private func identifier(of name: String) throws(CommandFailure) -> String {
    let files = try asking { () throws(BrokerClientError) in try client.sharedFiles(ofApp: nil) }
    return try AppDirectory(installedOf: client, remembering: files.map { NamedApp(gone: $0.app) }).app(name).identifier
  }

  /// Shares all of the paths, or none.
  private func share(_ paths: [String], with app: InstalledApp, _ extent: SharingExtent) throws(CommandFailure) {
    let (writes, reads) = (app.entitlements.allows(.chosenWriting), app.entitlements.allows(.chosenReading))
    guard writes || reads else {
      throw .particular(
        "\(app.identifier) is not entitled to files that you choose: its entitlements lack \(SandboxEntitlement.chosenReading.rawValue).",
        .failed)
    }
    let right: SharedFile.Right = writes && extent == .asEntitled ? .writing : .reading
    var files: [String] = []
    for path in paths {
      guard let canonical = Environment.canonicalPath(path) else {
        throw .file(path: path, SystemError(.open, code: errno))
      }
      guard SharedFile.isPath(canonical), ShareableFile.isShareable(canonical, excluding: excluded) else {
        throw .particular(
          "\(Printable.oneLine(path)) is not handed to apps: files and folders are, but for Bailey's own and other apps'.",
          .failed)
      }
      files.append(canonical)
    }
    let proof = try proof(.share(files, withApp: app.identifier, right))
    try asking { () throws(BrokerClientError) in
      try client.share(files, withApp: app.identifier, right, provedAs: proof)
    }
    for file in files {
      console.print(
        "\(app.identifier) may \(right == .writing ? "read and change" : "read") \(Printable.oneLine(file)), in its ~/Shared."
      )
    }
  }

  private func unshare(_ paths: [String], with name: String) throws(CommandFailure) {
    let identifier = try self.identifier(of: name)
    var count = 0
    for path in paths.isEmpty ? [nil] : paths.map(Optional.init) {
      // A file that is gone has no canonical path: it is taken as it is listed.
      let file = path.map { Environment.canonicalPath($0) ?? $0 }
      count += try asking { () throws(BrokerClientError) in try client.unshare(file, withApp: identifier) }
    }
    let name = Printable.oneLine(identifier)
    console.print(
      count == 0
        ? "Nothing was handed to \(name)."
        : "Taken back from \(name): \(count) \(count == 1 ? "file or folder" : "files or folders").")
  }

  private func list(_ name: String?, _ form: OutputForm) throws(CommandFailure) {
    let identifier = try name.map { (name) throws(CommandFailure) in try self.identifier(of: name) }
    let files = try asking { () throws(BrokerClientError) in try client.sharedFiles(ofApp: identifier) }
    switch form {
    case .json: console.print(.array(files.map(\.json)))
    case .text:
      if files.isEmpty { console.print("No files were handed to apps.") }
      for file in files { console.print(file.line) }
    }
  }

  /// Has the owner enter the passcode for a purpose; nil where there is no passcode.
  private func proof(_ purpose: ProofPurpose) throws(CommandFailure) -> QuestionNumber? {
    guard try OwnerProof.isNeeded() else { return nil }
    let passcode: SecretBytes
    do { passcode = try PasscodeInput(console: console).read("Passcode: ") } catch { throw .input(error) }
    return try OwnerProof.prove(purpose, by: passcode)
  }

  private func asking<Result>(_ body: () throws(BrokerClientError) -> Result) throws(CommandFailure) -> Result {
    do { return try body() } catch { throw .broker(error) }
  }
}

extension SharedFileListing {
  fileprivate var line: String {
    let right = right == .writing ? "read and change" : "read"
    return "\(Printable.oneLine(app))  \(right)  \(Printable.oneLine(path))\(condition.remark)"
  }

  fileprivate var json: JSONValue {
    .members([
      "client": .string(app), "path": .string(path), "right": .string(right == .writing ? "readWrite" : "readOnly"),
      "condition": .string(condition.name), "enforced": .bool(true),
    ])
  }
}

extension SharedFileListing.Condition {
  fileprivate var name: String {
    switch self {
    case .counts: "counts"
    case .needsApprovalAgain: "needsApprovalAgain"
    case .vanished: "vanished"
    }
  }

  fileprivate var remark: String {
    switch self {
    case .counts: ""
    case .needsApprovalAgain: "  (the app has changed: share it again)"
    case .vanished: "  (the app is gone)"
    }
  }
}
