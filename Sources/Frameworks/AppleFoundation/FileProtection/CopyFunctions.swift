// SPDX-License-Identifier: Apache-2.0
public import Foundation
import Glibc
import LinuxSystem

/// `FileManager.copyItem`, by URL and by path; a property that can be called, as `DataWriteFunction` is.
public struct CopyItemFunction {
  let manager: FileManager

  /// Copies from a URL to a URL.
  public func callAsFunction(at source: URL, to target: URL) throws {
    // An app's own method for URLs is the one to be called.
    guard source.isFileURL, target.isFileURL, try ProtectedCopy.isNeeded(for: source.path) else {
      return try OverridableCall.copyItem.make(on: manager) { try $0.copyItem(at:to:)(source, target) }
    }
    try callAsFunction(atPath: source.path, toPath: target.path)
  }

  /// Copies a file or a folder. An error where a file's class cannot be had.
  public func callAsFunction(atPath source: String, toPath target: String) throws {
    try OverridableCall.copyItem.make(on: manager) { manager in
      guard try ProtectedCopy.isNeeded(for: source) else {
        return try manager.copyItem(atPath:toPath:)(source, target)
      }
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
    guard source.isFileURL, target.isFileURL, try ProtectedCopy.isNeeded(for: source.path) else {
      return try OverridableCall.moveItem.make(on: manager) { try $0.moveItem(at:to:)(source, target) }
    }
    try callAsFunction(atPath: source.path, toPath: target.path)
  }

  /// Moves a file or a folder, to another filesystem by a copy. An error where a file's class cannot be had there.
  public func callAsFunction(atPath source: String, toPath target: String) throws {
    try OverridableCall.moveItem.make(on: manager) { manager in
      guard try ProtectedCopy.isNeeded(for: source) else {
        return try manager.moveItem(atPath:toPath:)(source, target)
      }
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
