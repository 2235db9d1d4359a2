// SPDX-License-Identifier: Apache-2.0
import AppModel
import Files
import Glibc
import OwnProcess
import PropertyLists
package import ProtectionModel
import SystemCalls
import WidgetHost

/// An extension on the disk: its program, and what it is entitled to.
package struct WidgetExtension: Sendable {
  /// The program's path, for messages and to see whether it has changed.
  package let program: String
  package let protection: ProtectionClass?
  /// The owner of the answers that are kept.
  package let owner: String
  /// The name that people read.
  package let name: String
  let place: ExtensionPlace
  /// Whether it is a program of somebody who writes it, and no installed app's.
  package var isDevelopers: Bool { place.isDevelopers }
  /// What its developer should know of it.
  let remarks: [String]

  private static let longestEntitlements = 1 << 20

  /// The extension of a Swift package: the one program that was built, or the one that is named as the folder is.
  package init(package folder: String) throws(WidgetFailure) {
    guard let root = Environment.canonicalPath(folder) else { throw .noProgram(folder: folder) }
    let name = root.split(separator: "/").last.map(String.init) ?? ""
    let found = ["release", "debug"].lazy.map { Self.programs(in: "\(root)/.build/\($0)") }.first { !$0.isEmpty } ?? []
    guard let program = found.first(where: { $0.hasSuffix("/" + name) }) ?? (found.count == 1 ? found[0] : nil) else {
      throw .noProgram(folder: folder)
    }
    try self.init(program: program, entitlements: Self.existing(root + "/Entitlements.plist"))
  }

  /// Opens an extension at a path: a folder is a package, and anything else a program.
  package init(at path: String) throws(WidgetFailure) {
    if let canonical = Environment.canonicalPath(path),
      (try? FileDescriptor.open(canonical, O_RDONLY | O_DIRECTORY)) != nil
    {
      try self.init(package: canonical)
    } else {
      try self.init(program: path, entitlements: nil)
    }
  }

  package init(program: String, entitlements: String?) throws(WidgetFailure) {
    guard let path = Environment.canonicalPath(program) else {
      throw .file(path: program, SystemError(.open, code: ENOENT))
    }
    let split = SplitPath(path)
    // Nobody has signed for these: they say how the extension's data is protected, and open nothing.
    let claimed = try Self.entitlements(in: entitlements ?? Self.existing(split.sibling("Entitlements.plist")))
    self.init(
      program: path, owner: path, claimed,
      .folder(split.folder, program: split.name))
  }

  init(program: String, owner: String, _ entitlements: Entitlements?, _ place: ExtensionPlace) {
    (self.program, self.owner, self.place) = (program, owner, place)
    name = owner.split(separator: "/").last.map(String.init) ?? owner
    protection = entitlements.flatMap { DataProtectionEntitlement.protection(in: $0) }
    remarks = (entitlements.map { DataProtectionEntitlement.unknown(in: $0) } ?? []).map {
      "the entitlement '\($0)' has a value that is not known: NSFileProtectionComplete is taken for it"
    }
  }

  /// Entitlements that cannot be read might ask for protection: nothing is drawn.
  static func entitlements(in file: String?) throws(WidgetFailure) -> Entitlements? {
    guard let file else { return nil }
    let xml: [UInt8]
    do {
      xml = try FileDescriptor.open(file, O_RDONLY).readToEnd(atMost: longestEntitlements)
    } catch {
      throw .file(path: file, error)
    }
    do { return try Entitlements(xml: xml.span) } catch { throw .entitlements(path: file) }
  }

  static func existing(_ path: String) -> String? { Environment.canonicalPath(path) }

  private static func programs(in folder: String) -> [String] {
    guard let canonical = Environment.canonicalPath(folder),
      let directory = try? FileDescriptor.open(canonical, O_RDONLY | O_DIRECTORY)
    else { return [] }
    return names(in: directory).filter { !$0.contains(".") }.compactMap { name in
      guard let status = try? directory.status(of: name), status.st_mode & S_IFMT == S_IFREG,
        status.st_mode & 0o111 != 0
      else { return nil }
      return canonical + "/" + name
    }
  }

  static func names(in folder: borrowing FileDescriptor) -> [String] {
    var names: [String] = []
    try? folder.forEachEntry {
      names.append(String(decoding: $0.name, as: UTF8.self))
      return .proceed
    }
    return names.sorted()
  }
}
