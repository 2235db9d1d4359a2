// SPDX-License-Identifier: Apache-2.0
import AppModel
import Glibc
import LinuxSystem
package import ProtectionModel
import WidgetHost

/// An extension on the disk: its program, and what it asks for its data.
package struct WidgetExtension: Sendable {
  package let program: String
  package let protection: ProtectionClass?

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

  package init(program: String, entitlements: String?) throws(WidgetFailure) {
    guard let path = Environment.canonicalPath(program) else {
      throw .file(path: program, SystemError(.open, code: ENOENT))
    }
    self.program = path
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    guard let file = entitlements ?? Self.existing(folder + "/Entitlements.plist") else {
      protection = nil
      return
    }
    let xml: [UInt8]
    do {
      xml = try FileDescriptor.open(file, O_RDONLY).readToEnd(atMost: Self.longestEntitlements)
    } catch {
      throw .file(path: file, error)
    }
    // Entitlements that cannot be read might ask for protection: nothing is drawn.
    do { protection = DataProtectionEntitlement.protection(in: try Entitlements(xml: xml.span)) } catch {
      throw .entitlements(path: file)
    }
  }

  private static func existing(_ path: String) -> String? { Environment.canonicalPath(path) }

  private static func programs(in folder: String) -> [String] {
    guard let canonical = Environment.canonicalPath(folder),
      let directory = try? FileDescriptor.open(canonical, O_RDONLY | O_DIRECTORY)
    else { return [] }
    var names: [String] = []
    try? directory.forEachEntry {
      names.append(String(decoding: $0.name, as: UTF8.self))
      return .proceed
    }
    return names.sorted().filter { !$0.contains(".") }.compactMap { name in
      guard let status = try? directory.status(of: name), status.st_mode & S_IFMT == S_IFREG,
        status.st_mode & 0o111 != 0
      else { return nil }
      return canonical + "/" + name
    }
  }
}
