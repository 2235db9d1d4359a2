// SPDX-License-Identifier: Apache-2.0
public import Foundation
import Glibc
import LinuxSystem

/// `FileManager.copyItem`, by URL and by path; a property that can be called, as `DataWriteFunction` is.
public struct CopyItemFunction {
  let manager: FileManager

  /// Copies from a URL to a URL.
  public func callAsFunction(at source: URL, to target: URL) throws {
    guard source.isFileURL, target.isFileURL else { return try manager.copyItem(at:to:)(source, target) }
    try copy(source.path, to: target.path) { try $0.copyItem(at:to:)(source, target) }
  }

  /// Copies a file or a folder. An error where a file's class cannot be had.
  public func callAsFunction(atPath source: String, toPath target: String) throws {
    try copy(source, to: target) { try $0.copyItem(atPath:toPath:)(source, target) }
  }

  /// Where there is no class to keep, by the very method that was called: an app may have its own.
  private func copy(_ source: String, to target: String, plainly: (FileManager) throws -> Void) throws {
    try OverridableCall.copyItem.make(on: manager) { manager in
      guard try ProtectedCopy.isNeeded(for: source) else { return try plainly(manager) }
      var copy = ProtectedCopy(asking: manager)
      try copy.copy(source, to: target)
    }
  }
}

/// `FileManager.moveItem`, by URL and by path; a property that can be called, as `DataWriteFunction` is.
public struct MoveItemFunction {
  let manager: FileManager

  /// Moves from a URL to a URL.
  public func callAsFunction(at source: URL, to target: URL) throws {
    guard source.isFileURL, target.isFileURL else { return try manager.moveItem(at:to:)(source, target) }
    try move(source.path, to: target.path) { try $0.moveItem(at:to:)(source, target) }
  }

  /// Moves a file or a folder, to another filesystem by a copy. An error where a file's class cannot be had there.
  public func callAsFunction(atPath source: String, toPath target: String) throws {
    try move(source, to: target) { try $0.moveItem(atPath:toPath:)(source, target) }
  }

  private func move(_ source: String, to target: String, plainly: (FileManager) throws -> Void) throws {
    try OverridableCall.moveItem.make(on: manager) { manager in
      guard try ProtectedCopy.isNeeded(for: source) else { return try plainly(manager) }
      let (from, to) = (URL(fileURLWithPath: source), URL(fileURLWithPath: target))
      guard manager.delegate?.fileManager(manager, shouldMoveItemAt: from, to: to) ?? true else { return }
      do {
        try Self.move(source, to: target)
      } catch {
        let goesOn = manager.delegate?.fileManager(
          manager, shouldProceedAfterError: error, movingItemAt: from, to: to)
        guard goesOn ?? false else { throw error }
      }
    }
  }

  private static func move(_ source: String, to target: String) throws {
    let old = try ProtectedItem(source, .itself)
    let new = try ProtectedItem(target, .itself)
    do {
      try old.folder.rename(old.name, to: new.folder, as: new.name, .refuseToReplace)
    } catch  where error.code == EXDEV {
      var copy = ProtectedCopy(asking: FileManager())
      do {
        if (try? new.folder.status(of: new.name)) != nil { throw SystemError(.rename, code: EEXIST) }
        try copy.copy(source, to: target)
      } catch {
        copy.removeCopies()
        guard let error = error as? SystemError else { throw error }
        throw CocoaError(error, path: target, .write)
      }
      try copy.removeSources()
    } catch {
      throw CocoaError(error, path: target, .write)
    }
  }
}
