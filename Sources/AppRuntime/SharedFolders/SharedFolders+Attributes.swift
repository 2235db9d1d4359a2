// SPDX-License-Identifier: Apache-2.0
import ConfinedFiles
package import Files
package import FuseSession
import Glibc
import SystemCalls

// MARK: - Attributes

extension SharedFolders {
  package func attributes(of node: NodeID, handle: FileHandle?) throws(FileError) -> FileAttributes {
    if isFixed(node) { return plain(node) }
    let (place, path) = try location(of: node)
    if isTop(node), !place.permission.isGranted { return plain(node) }
    _ = try place.permission.require()
    return shown(try status(of: node, place, path))
  }

  /// A file that lost its name is asked of whoever has it open.
  private func status(of node: NodeID, _ place: SharedPlace, _ path: [UInt8]) throws(FileError) -> stat {
    do throws(FileError) {
      return try status(of: try self.handle(node, place, path))
    } catch {
      guard error == .missing || error.code == ESTALE || error.code == ENOTDIR, let opening = openings.opening(of: node)
      else { throw error }
      return try status(of: opening.file)
    }
  }

  /// Changes attributes. Owners stay as they are, whoever asks.
  package func change(_ node: NodeID, _ change: AttributeChange, caller: Caller) throws(FileError) -> FileAttributes {
    if isFixed(node) { throw FileError(EPERM) }
    let (place, path) = try location(of: node)
    _ = try place.permission.require()
    try place.requireWriting()
    let before = try status(of: node, place, path)
    guard change.user ?? before.st_uid == before.st_uid, change.group ?? before.st_gid == before.st_gid else {
      throw FileError(EPERM)
    }
    let file = try changeable(node, place, path, change)
    do throws(SystemError) {
      if let size = change.size {
        try file.truncate(to: size)
        try clear(change.privileges, of: file)
      }
      if let mode = change.mode { try file.changeModeOfHandle(to: mode & Self.ordinary) }
      if change.access != .keep || change.modification != .keep {
        try file.changeTimesOfHandle(access: change.access, modification: change.modification)
      }
      return shown(try file.status())
    } catch {
      throw FileError(error)
    }
  }

  /// The file, open for writing where its size changes: by the handle that the program has, else by one of its own.
  private func changeable(
    _ node: NodeID, _ place: SharedPlace, _ path: [UInt8], _ change: AttributeChange
  ) throws(FileError) -> FileDescriptor {
    if let handle = change.handle {
      let opening = try openings.opening(handle)
      do { return try opening.file.duplicate() } catch { throw FileError(error) }
    }
    let held: FileDescriptor
    do throws(FileError) {
      held = try self.handle(node, place, path)
    } catch {
      // A file that lost its name is changed by whoever has it open.
      guard let opening = openings.opening(of: node) else { throw error }
      do { return try opening.file.duplicate() } catch { throw FileError(error) }
    }
    guard change.size != nil else { return held }
    do { return try held.opened(O_WRONLY | O_NONBLOCK) } catch { throw FileError(error) }
  }

  package func status(of node: NodeID) throws(FileError) -> FileSystemStatus {
    if isFixed(node) {
      return FileSystemStatus(
        blockSize: 4096, blocks: 0, freeBlocks: 0, availableBlocks: 0, files: 0, freeFiles: 0)
    }
    let (place, path) = try location(of: node)
    let file = try place.handle(path)
    do { return FileSystemStatus(try file.fileSystemStatus()) } catch { throw FileError(error) }
  }
}

// MARK: - Extended attributes

extension SharedFolders {
  package func extendedAttribute(_ name: [UInt8], of node: NodeID) throws(FileError) -> [UInt8] {
    let name = try permitted(name)
    let file = try readable(node)
    let value: [UInt8]?
    do { value = try file.extendedAttribute(name) } catch { throw FileError(error) }
    guard let value else { throw FileError(ENODATA) }
    return value
  }

  package func extendedAttributeNames(of node: NodeID) throws(FileError) -> [[UInt8]] {
    if isFixed(node) { return [] }
    let file = try readable(node)
    do throws(SystemError) {
      return try file.extendedAttributeNames().filter(Self.isOrdinary).map { Array($0.utf8) }
    } catch {
      throw FileError(error)
    }
  }

  package func setExtendedAttribute(
    _ name: [UInt8], of node: NodeID, to value: Span<UInt8>, _ mode: AttributeSetMode, caller: Caller
  ) throws(FileError) {
    let name = try permitted(name)
    let file = try readable(node, .writing)
    do { try file.setExtendedAttribute(name, to: value, mode) } catch { throw FileError(error) }
  }

  package func removeExtendedAttribute(_ name: [UInt8], of node: NodeID, caller: Caller) throws(FileError) {
    let name = try permitted(name)
    let file = try readable(node, .writing)
    do { try file.removeExtendedAttribute(name) } catch { throw FileError(error) }
  }

  /// Programs' own ones. Those of Bailey say how a file is protected, which is the person's to say.
  private static func isOrdinary(_ name: String) -> Bool {
    name.hasPrefix("user.") && !name.hasPrefix("user.bailey.")
  }

  private func permitted(_ name: [UInt8]) throws(FileError) -> String {
    guard let text = String(validating: name, as: UTF8.self), Self.isOrdinary(text) else { throw .unsupported }
    return text
  }

  private func readable(_ node: NodeID, _ right: SharedPlace.Right = .reading) throws(FileError) -> FileDescriptor {
    if isFixed(node) { throw .unsupported }
    let (place, path) = try location(of: node)
    _ = try place.permission.require()
    if right == .writing { try place.requireWriting() }
    let file = try handle(node, place, path)
    let kind = try status(of: file).st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFDIR else { throw .unsupported }
    do { return try file.opened(O_RDONLY | O_NONBLOCK) } catch { throw FileError(error) }
  }
}
