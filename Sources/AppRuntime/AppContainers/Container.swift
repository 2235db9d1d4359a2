// SPDX-License-Identifier: Apache-2.0
package import AppModel
import Files
import Glibc
package import Processes
import PropertyLists
package import ProtectionModel
package import SystemCalls

/// The folder of an app's files on the protected mount, of the class that its entitlements name.
///
/// Whatever an app can write to may be replaced by it, by a link too. So no folder that is bound has its name in one that
/// an app can write to, and nothing is opened through a link. What is temporary lies beside the containers for that reason.
package struct Container: Sendable {
  package static let containers = "Containers"
  package static let groupContainers = "Group Containers"
  /// The folder of temporary files, in `Containers`; no identifier begins so.
  package static let temporary = ".temporary"
  private static let attribute = "user.bailey.protection"

  package let folder: MountSource
  package let temporaryFolder: MountSource
  /// The files of the app that were in the place of its container's folders.
  package private(set) var setAside: [Replacement] = []

  /// A part of a container that was no folder, and the name that it has got.
  package struct Replacement: Sendable, Equatable {
    package let part: String
    package let newName: String
  }

  /// Opens an app's container, and makes what is missing of it; `parts` are folders in it, by their paths.
  package init(
    of identifier: String, on mount: String, _ protectionClass: ProtectionClass?, parts: [String]
  ) throws(SystemError) {
    let all = try Self.open(Self.containers, on: mount)
    let own = try Self.open(identifier, in: all, protectionClass)
    try Self.make(Self.temporary, in: all)
    let temporary = try all.open(Self.temporary, Self.flags)
    try Self.moveFormer(own, to: identifier, in: temporary, &setAside)
    temporaryFolder = try MountSource(Self.open(identifier, in: temporary, protectionClass), .folder)
    for path in parts {
      var folder = try own.reopen()
      for part in path.split(separator: "/") {
        folder = try Self.part(String(part), in: folder, path, &setAside)
      }
    }
    folder = try MountSource(own, .folder)
  }

  /// The container of a group of apps.
  package static func group(
    _ name: String, on mount: String, _ protectionClass: ProtectionClass?
  ) throws(SystemError) -> MountSource {
    try MountSource(open(name, in: open(groupContainers, on: mount), protectionClass), .folder)
  }

  // MARK: - Folders that no app can replace

  private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW

  private static func open(_ folder: String, on mount: String) throws(SystemError) -> FileDescriptor {
    let root = try FileDescriptor.openWithoutLinks(mount, O_RDONLY | O_DIRECTORY)
    try make(folder, in: root)
    return try root.open(folder, flags)
  }

  /// `name` has no slash.
  private static func open(
    _ name: String, in all: borrowing FileDescriptor, _ protectionClass: ProtectionClass?
  ) throws(SystemError) -> FileDescriptor {
    if try make(name, in: all), let protectionClass {
      let value = Array(protectionClass.attributeValue.utf8)
      try all.setExtendedAttribute(attribute, of: name, to: value.span)
    }
    return try all.open(name, flags)
  }

  /// Makes a folder, and says whether it was not there.
  @discardableResult private static func make(
    _ name: String, in folder: borrowing FileDescriptor
  ) throws(SystemError) -> Bool {
    do {
      try folder.makeDirectory(name, mode: 0o700)
      return true
    } catch {
      if error.code == EEXIST { return false }
      throw error
    }
  }

  // MARK: - Folders that the app may have replaced

  /// Opens a folder, made where it is missing. What is there and is none gets another name.
  private static func part(
    _ name: String, in parent: borrowing FileDescriptor, _ path: String, _ setAside: inout [Replacement]
  ) throws(SystemError) -> FileDescriptor {
    try make(name, in: parent)
    do {
      return try parent.open(name, flags)
    } catch {
      guard error.code == ENOTDIR || error.code == ELOOP else { throw error }
    }
    try putAside(name, in: parent, path, &setAside)
    try make(name, in: parent)
    return try parent.open(name, flags)
  }

  private static let mostNames = 100

  private static func putAside(
    _ name: String, in parent: borrowing FileDescriptor, _ path: String, _ setAside: inout [Replacement]
  ) throws(SystemError) {
    for number in 1...mostNames {
      let newName = "\(name) (set aside\(number == 1 ? "" : " \(number)"))"
      do throws(SystemError) {
        try parent.rename(name, to: parent, as: newName, .refuseToReplace)
        setAside.append(Replacement(part: path, newName: newName))
        return
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
    throw SystemError(.rename, code: EEXIST)
  }

  private static let formerTemporary = "tmp"

  /// Temporary files were in the container once: they move when the app is started for the first time since then.
  private static func moveFormer(
    _ container: borrowing FileDescriptor, to identifier: String, in temporary: borrowing FileDescriptor,
    _ setAside: inout [Replacement]
  ) throws(SystemError) {
    guard (try? temporary.status(of: identifier)) == nil, let former = try? container.status(of: formerTemporary)
    else { return }
    guard former.st_mode & S_IFMT == S_IFDIR else {
      return try putAside(formerTemporary, in: container, formerTemporary, &setAside)
    }
    try container.rename(formerTemporary, to: temporary, as: identifier, .refuseToReplace)
    // The app may have put something else there since it was looked at.
    if try temporary.status(of: identifier).st_mode & S_IFMT != S_IFDIR { try temporary.unlink(identifier) }
  }
}

extension Entitlements {
  /// `com.apple.developer.default-data-protection`: the class of the app's files, nil where the default holds.
  package var defaultProtection: ProtectionClass? {
    values["com.apple.developer.default-data-protection"]?.string.flatMap { ProtectionClass(attributeValue: $0) }
  }
}
