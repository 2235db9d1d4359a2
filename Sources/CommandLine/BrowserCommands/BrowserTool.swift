// SPDX-License-Identifier: Apache-2.0
import BrowserExtension
import CommandExecution
package import ControlCommands
import Files
import Glibc
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
      let places = BrowserPlaces(root: action.root)
      let tool = BrowserTool(console: console, places: places, program: places.installed(program))
      switch action {
      case .install: try tool.install()
      case .remove: try tool.remove()
      case .status(_, let form): try tool.status(form)
      }
    }
  }

  // MARK: - On and off

  private func install() throws(CommandFailure) {
    for file in BrowserExtension.files { try write(file.bytes, to: file.name, in: places.extensionFolder) }
    for (path, _) in places.links { try link(path) }
    for (path, _, text) in places.hosts(for: program) {
      let (folder, name) = Self.split(path)
      try write(Array(text.utf8), to: name, in: folder)
    }
    console.print("Chromium and Firefox offer Bailey's passkeys from their next start on.")
    console.print("To see whether all of it is there: bailey browser status")
  }

  private func remove() throws(CommandFailure) {
    for path in places.hosts(for: program).map(\.path) + places.links.map(\.path) { try unlink(path) }
    for file in BrowserExtension.files { try unlink("\(places.extensionFolder)/\(file.name)") }
    let (parent, name) = Self.split(places.extensionFolder)
    // What somebody else has put there stays.
    try? FileDescriptor.open(parent, O_RDONLY | O_DIRECTORY).removeDirectory(name)
    console.print("The browsers do not find Bailey any more. Passkeys stay: bailey passkey list")
  }

  private func write(_ bytes: [UInt8], to name: String, in folder: String) throws(CommandFailure) {
    do throws(SystemError) {
      try FileDescriptor.makeFolders(folder, mode: 0o755)
      let entries = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
      let file = try UnfinishedFile(in: entries, ".bailey-browser-")
      try file.file.write(bytes.span)
      try file.file.changeMode(to: 0o644)
      try file.rename(to: name, in: entries)
    } catch {
      throw failure("\(folder)/\(name)", error)
    }
  }

  private func link(_ path: String) throws(CommandFailure) {
    let (folder, name) = Self.split(path)
    do throws(SystemError) {
      try FileDescriptor.makeFolders(folder, mode: 0o755)
      let entries = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
      if (try? entries.symbolicLinkTarget(name)) == Array(places.linkTarget.utf8) { return }
      try entries.makeSymbolicLink(name, target: places.linkTarget)
    } catch {
      throw failure(path, error)
    }
  }

  private func unlink(_ path: String) throws(CommandFailure) {
    let (folder, name) = Self.split(path)
    do throws(SystemError) {
      try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY).unlink(name)
    } catch {
      guard error.code == ENOENT else { throw failure(path, error) }
    }
  }

  private func failure(_ path: String, _ error: SystemError) -> CommandFailure {
    guard error.code == EACCES || error.code == EPERM else { return .file(path: path, error) }
    return .particular(
      "\(path) is the system's: browsers take extensions that are not from a store from there alone.\n"
        + "Try: sudo \(program.dropLast("-browser".count)) browser install", .failed)
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

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
            links.map { .members(["link": .string($0.name), "defect": $0.defect.map { .string($0) } ?? .null]) }),
        ]))
    case .text: for link in links { console.print("\(link.name): \(link.defect ?? "there")") }
    }
    guard let broken else { return }
    throw .particular("The first that is broken: \(broken.name). \(broken.defect ?? "")", .failed)
  }

  private var links: [BrowserLink] {
    var links = [BrowserLink("the extension", defect: extensionDefect)]
    for (path, browser) in places.links {
      let isThere = FileStatus.target(of: path) == places.linkTarget
      links.append(BrowserLink("\(browser)'s link to it", defect: isThere ? nil : "\(path) is missing."))
    }
    for (path, browser, text) in places.hosts(for: program) {
      let found = FileStatus.contents(of: path)
      let defect =
        found == nil ? "\(path) is missing." : found == Array(text.utf8) ? nil : "\(path) is not Bailey's, or old."
      links.append(BrowserLink("\(browser)'s way to bailey-browser", defect: defect))
    }
    let isRunning = (try? BrokerConnection.open()) != nil
    return links + [
      BrowserLink("Bailey", defect: isRunning ? nil : "It does not run. Try: bailey up"),
      BrowserLink("bailey-browser", defect: BrowserTrial(program: program).defect),
    ]
  }

  private var extensionDefect: String? {
    let other = BrowserExtension.files.first {
      FileStatus.contents(of: "\(places.extensionFolder)/\($0.name)") != $0.bytes
    }
    return other.map { "\(places.extensionFolder)/\($0.name) is missing, or of another version." }
  }
}

/// A link of the way, and what is wrong with it.
struct BrowserLink {
  let name: String
  let defect: String?

  init(_ name: String, defect: String?) { (self.name, self.defect) = (name, defect) }
}

/// What is in the file system. What cannot be read is not there.
enum FileStatus {
  static func contents(of path: String) -> [UInt8]? {
    try? FileDescriptor.open(path, O_RDONLY).readToEnd(atMost: 1 << 20)
  }

  static func target(of path: String) -> String? {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    let folder = try? FileDescriptor.open(String(path[..<slash]), O_RDONLY | O_DIRECTORY)
    guard let folder, let target = try? folder.symbolicLinkTarget(String(path[path.index(after: slash)...])) else {
      return nil
    }
    return String(decoding: target, as: UTF8.self)
  }
}
