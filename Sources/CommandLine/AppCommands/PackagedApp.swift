// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppStore
import CommandExecution
import Files
import Glibc
import KeychainCommandLine
import Processes
import PropertyLists
import SystemCalls
import TerminalConsole

/// The bundle that is made of a built product, in a folder that goes with it.
///
/// The folder is locked while it is in use: one that nobody has locked was left by a command that was killed, and is
/// removed by the next one.
struct PackagedApp {
  /// `Info.plist` of a bundle that goes when the app ends has this key.
  static let mark = "BaileyTrial"
  private static let beginning = ".package-"

  let path: String
  private let staging: Staging

  private final class Staging {
    let name: String
    let folder: FileDescriptor
    let apps: FileDescriptor

    init(_ name: String, _ folder: consuming FileDescriptor, in apps: consuming FileDescriptor) {
      self.name = name
      self.folder = folder
      self.apps = apps
    }

    deinit { FolderRemoval.remove(name, in: apps) }
  }

  /// `built` is the folder of what was built, `sources` where the property lists may lie, the first before the others.
  init(_ product: String, built: String, sources: [String], home: String) throws(CommandFailure) {
    let info = try Self.info(of: product, in: sources)
    do { staging = try Self.stage(below: home) } catch { throw .file(path: home + "/apps", error) }
    let folder = product + ".app"
    path = "\(home)/apps/\(staging.name)/\(folder)"
    do throws(SystemError) {
      try Self.fill(staging.folder, folder, product, info, built, sources)
    } catch {
      throw .file(path: path, error)
    }
  }

  private static func stage(below home: String) throws(SystemError) -> Staging {
    let home = try FileDescriptor.open(home, O_RDONLY | O_DIRECTORY)
    do { try home.makeDirectory("apps", mode: 0o700) } catch { if error.code != EEXIST { throw error } }
    let apps = try home.open("apps", O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    removeLeft(in: apps)
    let name = UnfinishedFile.newName(beginning)
    try apps.makeDirectory(name, mode: 0o700)
    let folder = try apps.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    _ = try folder.tryLock()
    return Staging(name, folder, in: apps)
  }

  private static func fill(
    _ staging: borrowing FileDescriptor, _ folder: String, _ product: String,
    _ info: (text: String, executable: String), _ built: String, _ sources: [String]
  ) throws(SystemError) {
    try staging.makeDirectory(folder, mode: 0o755)
    let bundle = try staging.open(folder, O_RDONLY | O_DIRECTORY)
    try write(Array(info.text.utf8), to: AppDescription.file, in: bundle)
    for list in [Entitlements.file, "PrivacyInfo.xcprivacy"] {
      guard let text = contents(of: list, in: sources) else { continue }
      try write(text, to: list, in: bundle)
    }
    let products = try FileDescriptor.open(built, O_RDONLY | O_DIRECTORY)
    try FolderCopy.file(product, in: products, to: info.executable, in: bundle)
    for resources in try names(in: products) where resources.hasSuffix(".resources") {
      try FolderCopy.copy(resources, in: products, to: resources, in: bundle)
    }
    try addLibraries(of: "\(built)/\(product)", to: bundle)
  }

  private static func removeLeft(in apps: borrowing FileDescriptor) {
    for name in (try? names(in: apps)) ?? [] where name.hasPrefix(beginning) {
      guard let folder = try? apps.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), (try? folder.tryLock()) == true
      else { continue }
      FolderRemoval.remove(name, in: apps)
    }
  }

  // MARK: - Property lists

  private static func info(
    of product: String, in sources: [String]
  ) throws(CommandFailure) -> (text: String, executable: String) {
    var text = try text(of: product, in: sources) ?? "<plist version=\"1.0\"><dict/></plist>\n"
    let identifier = "org.example." + String(product.map { AppDescription.isIdentifier("\($0)") ? $0 : "-" })
    for (name, value) in [
      ("$(EXECUTABLE_NAME)", product), ("$(PRODUCT_NAME)", product), ("$(PRODUCT_BUNDLE_IDENTIFIER)", identifier),
      ("$(MARKETING_VERSION)", "1.0"), ("$(CURRENT_PROJECT_VERSION)", "1"),
    ] {
      text = PropertyListText.replacing(name, by: PropertyListText.escaped(value), in: text)
    }
    text = adding("CFBundleIdentifier", identifier, to: text)
    text = adding("CFBundleExecutable", product, to: text)
    text = PropertyListText.adding("<key>\(mark)</key><true/>", to: text)
    let bytes = Array(text.utf8)
    do throws(DescriptionDefect) {
      return (text, try AppDescription(propertyList: bytes.span).executable)
    } catch {
      throw .particular("\(AppDescription.file) of \(Printable.oneLine(product)): \(error.sentence)", .failed)
    }
  }

  private static func text(of product: String, in sources: [String]) throws(CommandFailure) -> String? {
    guard let bytes = contents(of: AppDescription.file, in: sources) else { return nil }
    do throws(PropertyListError) { return PropertyListText.inUTF8(try TextEncoding.decoded(bytes)) } catch {
      throw .particular(
        "\(AppDescription.file) of \(Printable.oneLine(product)): line \(error.line): \(error.problem.sentence)",
        .failed)
    }
  }

  private static func adding(_ key: String, _ value: String, to text: String) -> String {
    if text.firstRange(of: "<key>\(key)</key>") != nil { return text }
    return PropertyListText.adding(
      "<key>\(key)</key><string>\(PropertyListText.escaped(value))</string>", to: text)
  }

  private static func contents(of name: String, in sources: [String]) -> [UInt8]? {
    for folder in sources {
      guard let file = try? FileDescriptor.open("\(folder)/\(name)", O_RDONLY) else { continue }
      return try? file.readToEnd(atMost: 1 << 20)
    }
    return nil
  }

  private static func write(
    _ bytes: [UInt8], to name: String, in folder: borrowing FileDescriptor
  ) throws(SystemError) {
    let file = try folder.open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644)
    try file.write(bytes.span, at: 0)
  }

  // MARK: - Libraries

  /// Adds the libraries that the executable is linked with and the sandbox does not have: the toolchain's, and the
  /// package's own.
  private static func addLibraries(
    of executable: String, to bundle: borrowing FileDescriptor
  ) throws(SystemError) {
    let answer = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
    var plan = ChildPlan(path: "/usr/bin/env", arguments: ["ldd", executable])
    plan.output = answer.raw
    // A static executable has none, which `ldd` calls a failure.
    guard try ChildProcess.start(plan).wait() == .exited(0) else { return }
    let text = String(decoding: try answer.read(count: 1 << 20, at: 0), as: UTF8.self)
    let paths = text.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("/") && !isInSandbox($0) }.map(String.init)
    }
    guard !paths.isEmpty else { return }
    try bundle.makeDirectory("Frameworks", mode: 0o755)
    let frameworks = try bundle.open("Frameworks", O_RDONLY | O_DIRECTORY)
    for path in paths {
      let slash = path.lastIndex(of: "/") ?? path.startIndex
      let folder = try FileDescriptor.open(String(path[..<slash]) + "/", O_RDONLY | O_DIRECTORY)
      let name = String(path[path.index(after: slash)...])
      try FolderCopy.file(name, in: folder, to: name, in: frameworks)
    }
  }

  private static func isInSandbox(_ path: Substring) -> Bool {
    ["/lib", "/usr/lib"].contains { path.hasPrefix($0) } && !path.contains("/swift")
  }

  private static func names(in folder: borrowing FileDescriptor) throws(SystemError) -> [String] {
    var names: [String] = []
    try folder.forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    return names.sorted()
  }
}

/// Copies of what a build made.
enum FolderCopy {
  private static let part = 1 << 20

  /// Links are followed: the bundle holds what they lead to.
  static func file(
    _ name: String, in folder: borrowing FileDescriptor, to newName: String, in target: borrowing FileDescriptor
  ) throws(SystemError) {
    let source = try folder.open(name, O_RDONLY)
    let mode: mode_t = try source.status().st_mode & 0o111 == 0 ? 0o644 : 0o755
    let copy = try target.open(newName, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
    var buffer = [UInt8](repeating: 0, count: part)
    var offset = 0
    while true {
      var span = buffer.mutableSpan
      let count = try source.read(into: &span, at: offset)
      guard count > 0 else { break }
      try copy.write(buffer.span.extracting(0..<count), at: offset)
      offset += count
    }
    try copy.changeMode(to: mode)
  }

  /// A file, or a folder with all that is in it.
  static func copy(
    _ name: String, in folder: borrowing FileDescriptor, to newName: String, in target: borrowing FileDescriptor
  ) throws(SystemError) {
    guard try folder.status(of: name).st_mode & S_IFMT == S_IFDIR else {
      return try file(name, in: folder, to: newName, in: target)
    }
    try target.makeDirectory(newName, mode: 0o755)
    let source = try folder.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    let copy = try target.open(newName, O_RDONLY | O_DIRECTORY)
    var names: [String] = []
    try source.forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    for inner in names { try self.copy(inner, in: source, to: inner, in: copy) }
  }
}
