// SPDX-License-Identifier: Apache-2.0
import Advice
import Files
import Glibc
import JSONCoding
import OwnProcess
import Processes
import SystemCalls
import TerminalConsole

/// A Swift package of the developer's, and how it is built.
struct SwiftPackage {
  let folder: String
  let configuration: BuildConfiguration
  let platform: SourcePlatform
  /// The console of the build's output, which goes to standard error: standard output is the app's.
  let console: Console

  private static let limits = JSONLimits(bytes: 16 << 20, depth: 64, values: 1 << 20)
  /// The bytes of a source file that are searched for imports.
  private static let longestSource = 1 << 20

  /// The executable that is meant: the named one, or the only one.
  func product(_ name: String?) throws(CommandFailure) -> String {
    let package = try description()
    let names = (package["products"]?.elements ?? []).compactMap { product -> String? in
      guard product["type"]?["executable"] != nil, case .string(let name) = product["name"] else { return nil }
      return name
    }
    if let name {
      guard names.contains(name) else {
        throw .particular(
          "\(shown) has no executable product '\(Printable.oneLine(name))'.\nIt has: \(list(names))", .failed)
      }
      return name
    }
    guard names.count == 1 else {
      guard !names.isEmpty else { throw .particular("\(shown) has no executable product.", .failed) }
      throw .particular("\(shown) has several executables: \(list(names)).\nTry: --product NAME", .failed)
    }
    return names[0]
  }

  private func description() throws(CommandFailure) -> JSONValue {
    let answer = try output(of: ["package", "describe", "--type", "json"])
    guard let package = try? JSONReader.read(answer, Self.limits) else {
      throw .particular("What the Swift package manager says of \(shown) cannot be read.", .failed)
    }
    return package
  }

  /// Builds the product, and gives the folder where it lies.
  func build(_ product: String) throws(CommandFailure) -> String {
    let words = ["build", "-c", configuration.rawValue] + (try toolset())
    let end = try run(words + ["--product", product], output: STDERR_FILENO)
    guard end == .exited(0) else { throw .particular("\(shown) does not build.", .failed) }
    let answer = String(decoding: try output(of: words + ["--show-bin-path"]), as: UTF8.self)
    return String(answer.prefix { $0 != "\n" })
  }

  /// Apple's frameworks, where this Bailey brings its SDK: with those of windows and widgets, if the package imports one.
  private func toolset() throws(CommandFailure) -> [String] {
    let program = try? Environment.executablePath()
    let sdk = program.map { SplitPath($0).sibling("sdk/toolset") }
    let package = try description()
    if platform == .iOS {
      guard let file = sdk.map({ $0 + "-iOS.json" }), isThere(file) else {
        throw .particular(
          "There is no SDK beside this bailey, which compiles what is for iOS.\nTry: make sdk, in Bailey's sources",
          .failed)
      }
      return ["--toolset", file]
    }
    guard let sdk else { return [] }
    let file = sdk + (hasSource(package, where: ImportedModules.needWindows) ? "-SwiftUI.json" : ".json")
    guard isThere(file) else { return [] }
    if hasSource(package, where: ImportedModules.askForIOS) {
      console.note("bailey: \(shown) has parts for iOS alone, which are left out.\nTry: --ios")
    }
    return ["--toolset", file]
  }

  private func isThere(_ file: String) -> Bool { (try? FileDescriptor.open(file, O_RDONLY)) != nil }

  private func hasSource(_ package: JSONValue, where holds: (String) -> Bool) -> Bool {
    for target in package["targets"]?.elements ?? [] {
      guard case .string(let path) = target["path"] else { continue }
      for case .string(let name) in target["sources"]?.elements ?? [] where name.hasSuffix(".swift") {
        // A file that cannot be read does not build either, and the compiler says why.
        guard let file = try? FileDescriptor.open("\(folder)/\(path)/\(name)", O_RDONLY),
          let bytes = try? file.read(count: Self.longestSource, at: 0)
        else { continue }
        if holds(String(decoding: bytes, as: UTF8.self)) { return true }
      }
    }
    return false
  }

  private var shown: String { Printable.oneLine(folder) }
  private func list(_ names: [String]) -> String { names.map { Printable.oneLine($0) }.joined(separator: ", ") }

  // MARK: - The package manager

  private func output(of words: [String]) throws(CommandFailure) -> [UInt8] {
    do throws(SystemError) {
      let file = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
      let end = try start(words, output: file.raw)
      guard end != .exited(0) else { return try file.read(count: Self.limits.bytes, at: 0) }
    } catch {
      throw unstarted(error)
    }
    throw .particular(
      "\(shown) is no Swift package that can be built here.\nTry: swift package describe, in that folder", .failed)
  }

  private func run(_ words: [String], output: Int32) throws(CommandFailure) -> ProcessEnd {
    do { return try start(words, output: output) } catch {
      throw unstarted(error)
    }
  }

  private func unstarted(_ error: SystemError) -> CommandFailure {
    .particular(
      "The Swift package manager cannot be started: \(error.reason).\nTry: swift --version, which has to be found by PATH",
      .failed)
  }

  private func start(_ words: [String], output: Int32) throws(SystemError) -> ProcessEnd {
    guard Environment.program("swift") != nil else { throw SystemError(.open, code: ENOENT) }
    // What is typed is for the app.
    let nothing = try FileDescriptor.open("/dev/null", O_RDONLY)
    let (command, rest) = (words.prefix(1), words.dropFirst())
    var plan = ChildPlan(
      path: "/usr/bin/env", arguments: ["swift"] + command + ["--package-path", folder] + rest)
    plan.input = nothing.raw
    plan.output = output
    return try ChildProcess.start(plan).wait()
  }
}

extension JSONValue {
  fileprivate subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  fileprivate var elements: [JSONValue] { if case .array(let all) = self { all } else { [] } }
}
