// SPDX-License-Identifier: Apache-2.0
import Advice
import BrowserExtension
import CommandLineParsing
import Files
import Glibc
import InstanceAccess
import JSONCoding
import OwnProcess
import SystemCalls
package import TerminalConsole

/// `bailey browser`: whether Debian's Chromium and Firefox offer Bailey's passkeys to pages.
package struct BrowserTool {
  private let console: Console
  private let places: BrowserPlaces
  /// The one beside this program.
  private let program: String

  package static func run(_ action: BrowserAction, on console: Console) -> ExitCode {
    CommandRun.run(on: console) { () throws(CommandFailure) in
      let program: String
      do throws(SystemError) { program = try Environment.executablePath() + "-browser" } catch {
        throw .particular("This program does not know where it is: \(error.reason).", .failed)
      }
      let places = BrowserPlaces(root: absolute(action.root))
      let tool = BrowserTool(console: console, places: places, program: places.installed(program))
      switch action {
      case .install(_, let installation): try tool.install(installation)
      case .remove(_, .everybody): try tool.remove()
      case .remove(_, .user): try tool.removeOwn()
      case .status(_, let form): try tool.status(form)
      }
    }
  }

  private static func absolute(_ root: String) -> String {
    root.isEmpty || root.hasPrefix("/") ? root : "\(Environment.currentDirectory)/\(root)"
  }

  // MARK: - On and off

  private func install(_ installation: BrowserInstallation) throws(CommandFailure) {
    switch installation {
    case .everybody:
      if places.isSystem { try checkProgram() }
      try installExtension()
      for (path, _, text) in places.hosts(for: program) { try write(Array(text.utf8), to: path) }
      console.print("Chromium and Firefox offer Bailey's passkeys from their next start on.")
    case .extensionAlone:
      try installExtension()
      console.print("The extension is there. Each user: bailey browser install --user")
    case .user:
      for (path, _, text) in try ownHosts { try write(Array(text.utf8), to: path, .made(0o700)) }
      console.print("Your Chromium and Firefox find Bailey from their next start on, where the extension is installed.")
    }
    console.print("To see whether all of it is there: bailey browser status")
  }

  private func installExtension() throws(CommandFailure) {
    for file in BrowserExtension.files { try write(file.bytes, to: "\(places.extensionFolder)/\(file.name)") }
    for (path, _) in places.links { try link(path) }
  }

  /// Checks that the program that every user's browser starts is writable by root alone, and so is each folder that it
  /// lies in.
  private func checkProgram() throws(CommandFailure) {
    guard let other = SystemPath.changeable(program) else { return }
    throw .particular(
      "\(other) can be changed by others than root, and every user's browser would start \(program): nothing was installed.\n"
        + "Try: sudo \(command) browser install --extension-only, then: bailey browser install --user", .failed)
  }

  private var ownHosts: [(path: String, browser: String, text: String)] {
    get throws(CommandFailure) {
      guard let home = Environment.homeDirectory else {
        throw .particular("There is no home directory: set HOME.", .failed)
      }
      return places.ownHosts(for: program, home: home, configuration: Environment.value("XDG_CONFIG_HOME"))
    }
  }

  private func remove() throws(CommandFailure) {
    let system = places.hosts(for: program).map(\.path) + places.links.map(\.path)
    let own = places.isSystem ? (try? ownHosts)?.map(\.path) ?? [] : []
    for path in own + system { try unlink(path) }
    for file in BrowserExtension.files { try unlink("\(places.extensionFolder)/\(file.name)") }
    let path = SplitPath(places.extensionFolder)
    // What somebody else has put there stays.
    try? SystemPath.folder(path.folder, .existing).removeDirectory(path.name)
    console.print("The browsers do not find Bailey any more. Passkeys stay: bailey passkey list")
  }

  private func removeOwn() throws(CommandFailure) {
    for (path, _, _) in try ownHosts { try unlink(path) }
    console.print("Your browsers do not find Bailey by files of yours any more. Passkeys stay: bailey passkey list")
  }

  private func write(
    _ bytes: [UInt8], to path: String, _ folders: SystemPath.Presence = Self.everybodys
  ) throws(CommandFailure) {
    let split = SplitPath(path)
    do throws(SystemPath.Failure) {
      let entries = try SystemPath.folder(split.folder, folders)
      do throws(SystemError) {
        let file = try UnfinishedFile(in: entries, ".bailey-browser-")
        try file.file.write(bytes.span)
        try file.file.changeMode(to: 0o644)
        try file.rename(to: split.name, in: entries)
      } catch {
        throw .system(path, error)
      }
    } catch {
      throw failure(error)
    }
  }

  /// Browsers read there as the users they are started by.
  private static let everybodys = SystemPath.Presence.made(0o755)

  private func link(_ path: String) throws(CommandFailure) {
    let split = SplitPath(path)
    do throws(SystemPath.Failure) {
      let entries = try SystemPath.folder(split.folder, Self.everybodys)
      if (try? entries.symbolicLinkTarget(split.name)) == Array(places.linkTarget.utf8) { return }
      do throws(SystemError) {
        try entries.makeSymbolicLink(split.name, target: places.linkTarget)
      } catch {
        throw .system(path, error)
      }
    } catch {
      throw failure(error)
    }
  }

  private func unlink(_ path: String) throws(CommandFailure) {
    let split = SplitPath(path)
    do throws(SystemPath.Failure) {
      let entries = try SystemPath.folder(split.folder, .existing)
      do throws(SystemError) { try entries.unlink(split.name) } catch { throw .system(path, error) }
    } catch {
      if case .system(_, let error) = error, error.code == ENOENT { return }
      throw failure(error)
    }
  }

  private func failure(_ failure: SystemPath.Failure) -> CommandFailure {
    switch failure {
    case .link(let path):
      .particular(
        "\(path) is a link, or no folder: what lies behind it is not written to. Remove it, and try again.", .failed)
    case .system(let path, let error) where error.code == EACCES || error.code == EPERM:
      .particular(
        "\(path) is the system's: browsers take extensions that are not from a store from there alone.\n"
          + "Try: sudo \(command) browser install", .failed)
    case .system(let path, let error): .file(path: path, error)
    }
  }

  private var command: Substring { program.dropLast("-browser".count) }

  // MARK: - Status

  /// The way from a page to the enclave, link by link.
  private func status(_ form: OutputForm) throws(CommandFailure) {
    let links = self.links
    let broken = links.first { $0.defect != nil }
    switch form {
    case .json:
      console.print(
        .members([
          "works": .bool(broken == nil),
          "links": .array(
            links.map {
              .members([
                "link": .string($0.name), "defect": $0.defect.map { .string($0) } ?? .null,
                "remedy": $0.defect == nil ? .null : $0.remedy.map { .string($0) } ?? .null,
              ])
            }),
        ]))
    case .text: for link in links { console.print("\(link.name): \(link.defect ?? "there")") }
    }
    guard let broken else { return }
    let remedy = broken.remedy.map { "\nTry: \($0)" } ?? ""
    throw .particular("The first that is broken: \(broken.name). \(broken.defect ?? "")\(remedy)", .failed)
  }

  private var links: [BrowserLink] {
    // What others than root can change is installed for nobody else.
    let isOwnAlone = places.isSystem && SystemPath.changeable(program) != nil
    let installation = "sudo \(command) browser install" + (isOwnAlone ? " --extension-only" : "")
    let joining = isOwnAlone ? "\(command) browser install --user" : installation
    var links = [BrowserLink("the extension", defect: extensionDefect, remedy: installation)]
    for (path, browser) in places.links {
      let isThere = FileStatus.target(of: path) == places.linkTarget
      links.append(
        BrowserLink("\(browser)'s link to it", defect: isThere ? nil : "\(path) is missing.", remedy: installation))
    }
    let own = places.isSystem ? (try? ownHosts) ?? [] : []
    for (index, host) in places.hosts(for: program).enumerated() {
      // The person's own file goes before the system's.
      let isOwn = own.indices.contains(index) && FileStatus.contents(of: own[index].path) != nil
      let defect = hostDefect(isOwn ? own[index] : host)
      links.append(BrowserLink("\(host.browser)'s way to bailey-browser", defect: defect, remedy: joining))
    }
    let isRunning = (try? BrokerAccess.open()) != nil
    return links + [
      BrowserLink("Bailey", defect: isRunning ? nil : "It does not run. Try: bailey up"),
      BrowserLink("bailey-browser", defect: BrowserTrial(program: program).defect),
    ]
  }

  private func hostDefect(_ host: (path: String, browser: String, text: String)) -> String? {
    guard let found = FileStatus.contents(of: host.path) else { return "\(host.path) is missing." }
    return found == Array(host.text.utf8) ? nil : "\(host.path) is not Bailey's, or old."
  }

  private var extensionDefect: String? {
    let other = BrowserExtension.files.first {
      FileStatus.contents(of: "\(places.extensionFolder)/\($0.name)") != $0.bytes
    }
    return other.map { "\(places.extensionFolder)/\($0.name) is missing, or of another version." }
  }
}
