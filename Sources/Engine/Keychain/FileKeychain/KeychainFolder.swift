// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

/// The folder that has the list of keychains, and a folder for each keychain that was created.
final class KeychainFolder: Sendable {
  private static let name = "keychains"
  private static let list = "list"

  private let parent: FileDescriptor
  let path: String

  init(in folder: String) throws(SystemError) {
    parent = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
    path = folder + "/" + Self.name
  }

  // MARK: - The list

  /// Reads the list of keychains; nil if none was written yet.
  func readList() throws(SystemError) -> [UInt8]? {
    do {
      return try parent.open(Self.name, O_RDONLY | O_DIRECTORY).open(Self.list, O_RDONLY | O_NOFOLLOW)
        .readToEnd(atMost: KeychainList.maximumSize + 1)
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
  }

  /// Replaces the list as a whole; it is on the disk when this returns.
  func writeList(_ bytes: [UInt8]) throws(SystemError) {
    let folder = try made()
    do {
      let file = try folder.open(Self.list + ".new", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
      try file.write(bytes.span, at: 0)
      try file.sync()
    }
    try folder.rename(Self.list + ".new", to: folder, as: Self.list)
    try folder.sync()
  }

  // MARK: - One keychain

  func path(of number: UInt64) -> String { "\(path)/\(number)" }

  func open(_ number: UInt64) throws(SystemError) -> FileDescriptor {
    try parent.open(Self.name, O_RDONLY | O_DIRECTORY).open("\(number)", O_RDONLY | O_DIRECTORY)
  }

  /// Makes an empty folder. Files of an unfinished keychain with this number are removed.
  func make(_ number: UInt64) throws(SystemError) -> FileDescriptor {
    let folder = try made()
    try remove(number)
    try folder.makeDirectory("\(number)", mode: 0o700)
    try folder.sync()
    return try folder.open("\(number)", O_RDONLY | O_DIRECTORY)
  }

  /// Removes a keychain's files. The password record is removed first: without it nothing else can be decrypted, even if
  /// the rest of the deletion is interrupted.
  func remove(_ number: UInt64) throws(SystemError) {
    let folder = try made()
    let keychain: FileDescriptor
    do {
      keychain = try folder.open("\(number)", O_RDONLY | O_DIRECTORY)
    } catch {
      guard error.code == ENOENT else { throw error }
      return
    }
    let secret = FileKeychains.storeName + PasswordKeys.ending
    if try Self.names(in: keychain).contains(secret) {
      try keychain.unlink(secret)
      try keychain.sync()
    }
    try Self.empty(keychain)
    do {
      try folder.removeDirectory("\(number)")
    } catch {
      guard error.code == ENOTEMPTY else { throw error }
      try Self.empty(keychain)
      try folder.removeDirectory("\(number)")
    }
    try folder.sync()
  }

  /// Removes all files. A store that is still open may remove or create one of its own at the same time.
  private static func empty(_ folder: borrowing FileDescriptor) throws(SystemError) {
    for name in try names(in: folder) {
      do { try folder.unlink(name) } catch { guard error.code == ENOENT else { throw error } }
    }
  }

  private static func names(in folder: borrowing FileDescriptor) throws(SystemError) -> [String] {
    var names: [String] = []
    try folder.forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    return names
  }

  private func made() throws(SystemError) -> FileDescriptor {
    do {
      try parent.makeDirectory(Self.name, mode: 0o700)
      try parent.sync()
    } catch {
      guard error.code == EEXIST else { throw error }
    }
    return try parent.open(Self.name, O_RDONLY | O_DIRECTORY)
  }
}
