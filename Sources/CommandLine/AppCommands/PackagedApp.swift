// SPDX-License-Identifier: Apache-2.0
import Advice
import AppModel
import AppStore
import Files
import Glibc
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
    try LinkedLibraries.add(of: "\(built)/\(product)", to: bundle)
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

  private static func names(in folder: borrowing FileDescriptor) throws(SystemError) -> [String] {
    var names: [String] = []
    try folder.forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    return names.sorted()
  }
}
