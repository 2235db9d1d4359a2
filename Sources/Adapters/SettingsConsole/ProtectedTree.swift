// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import JSONCoding
import ProtectionModel
import SystemCalls

/// The files and folders of the mount, as the page of files shows them. Names and classes can be read in every lock
/// state; nothing is opened for its contents.
struct ProtectedTree {
  private let mount: String

  static let attribute = "user.bailey.protection"
  private static let mostOpen = 200
  static let deepest = 64

  init(mount: String) { self.mount = mount }

  // MARK: - A folder

  /// A path below the mount; empty for the mount itself. Folders come first, and of what has the text in its name a part.
  func folder(
    _ path: Substring, _ query: FolderQuery, following shown: ShownFolders? = nil
  ) throws(ConsoleFailure) -> JSONValue {
    let parts = try Self.parts(of: path)
    do throws(SystemError) {
      let folder = try open(parts)
      let names = if let shown { try shown.names(in: folder) } else { try FolderNames(of: folder) }
      let (found, total) = names.part(query) { name in try? folder.status(of: name) }
      return .members([
        "entries": .array(found.map { entry($0.text, $0.isFolder, in: folder) }), "total": .number(total),
        "all": .number(names.all), "unreadable": .number(names.unreadable),
      ])
    } catch {
      throw .ofFile(error)
    }
  }

  static func parts(of path: Substring) throws(ConsoleFailure) -> [String] {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count <= deepest, !parts.contains(".."), !parts.contains("."), !path.utf8.contains(0) else {
      throw .badRequest
    }
    return parts
  }

  /// Step by step, and through no link: a path ends below the mount, whatever is put in its place meanwhile.
  func open(_ parts: [String]) throws(SystemError) -> FileDescriptor {
    var folder = try FileDescriptor.open(mount, O_RDONLY | O_DIRECTORY)
    let device = try folder.status().st_dev
    for part in parts {
      let next = try folder.open(part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      guard try next.status().st_dev == device else { throw SystemError(.open, code: EXDEV) }
      folder = next
    }
    return folder
  }

  /// What has gone meanwhile has a name and nothing else.
  private func entry(_ name: String, _ isFolder: Bool, in folder: borrowing FileDescriptor) -> JSONValue {
    let status = try? folder.status(of: name)
    var members = [
      JSONValue.Member("name", .string(name)), JSONValue.Member("folder", .bool(isFolder)),
      JSONValue.Member("class", Self.protectionClass(of: name, in: folder).map { .string($0.name) } ?? .null),
    ]
    if let status, !isFolder { members.append(JSONValue.Member("size", .number(Int(status.st_size)))) }
    if let status { members.append(JSONValue.Member("modified", .number(status.st_mtim.tv_sec))) }
    return .object(members)
  }

  private static func protectionClass(of name: String, in folder: borrowing FileDescriptor) -> ProtectionClass? {
    guard let value = try? folder.extendedAttribute(attribute, of: name) else { return nil }
    return ProtectionClass(attributeValue: String(decoding: value, as: UTF8.self))
  }

  // MARK: - What is open

  /// The files of the mount that this user's programs have open, each once a program.
  func open() -> JSONValue {
    var found: [JSONValue] = []
    var seen: Set<String> = []
    for process in Self.numbers(in: "/proc") {
      guard let folder = try? FileDescriptor.open("/proc/\(process)/fd", O_RDONLY | O_DIRECTORY) else { continue }
      for descriptor in Self.numbers(in: folder) {
        guard let target = try? folder.symbolicLinkTarget(descriptor), let path = relative(target),
          seen.insert("\(process)/\(path)").inserted, found.count < Self.mostOpen,
          let protectionClass = protectionClass(ofFile: path)
        else { continue }
        found.append(
          .members([
            "path": .string(path), "class": .string(protectionClass.name),
            "program": .string(VisibleWord.line(Self.program(of: process))), "process": .number(Int(process) ?? 0),
            "closes": .bool(protectionClass == .complete),
          ]))
      }
    }
    return .members(["files": .array(found)])
  }

  private func relative(_ target: [UInt8]) -> String? {
    guard let path = String(validating: target, as: UTF8.self), path.hasPrefix(mount + "/") else { return nil }
    return String(path.dropFirst(mount.count + 1))
  }

  /// The class of a file; nil for a folder, and for a file that has no name any more.
  private func protectionClass(ofFile path: String) -> ProtectionClass? {
    let parts = path.split(separator: "/").map(String.init)
    guard let name = parts.last, parts.count <= Self.deepest, let folder = try? open(Array(parts.dropLast())),
      let status = try? folder.status(of: name), status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return Self.protectionClass(of: name, in: folder)
  }

  /// The class of a folder; nil where there is no such folder.
  func protectionClass(ofFolder parts: [String]) -> ProtectionClass? {
    guard let name = parts.last, let folder = try? open(Array(parts.dropLast())),
      let status = try? folder.status(of: name), status.st_mode & S_IFMT == S_IFDIR
    else { return nil }
    return Self.protectionClass(of: name, in: folder)
  }

  private static func program(of process: String) -> String {
    guard let folder = try? FileDescriptor.open("/proc/\(process)", O_RDONLY | O_DIRECTORY),
      let path = try? folder.symbolicLinkTarget("exe")
    else { return process }
    return String(decoding: path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...], as: UTF8.self)
  }

  private static func numbers(in path: String) -> [String] {
    guard let folder = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY) else { return [] }
    return numbers(in: folder)
  }

  private static func numbers(in folder: borrowing FileDescriptor) -> [String] {
    var found: [String] = []
    // A process that ends meanwhile has nothing open.
    try? folder.forEachEntry { entry in
      if entry.name.allSatisfy({ (0x30...0x39).contains($0) }) {
        found.append(String(decoding: entry.name, as: UTF8.self))
      }
      return .proceed
    }
    return found
  }
}
