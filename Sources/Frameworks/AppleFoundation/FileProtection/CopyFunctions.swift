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
    try callAsFunction(atPath: source.path, toPath: target.path)
  }

  /// Copies a file or a folder. An error where a file's class cannot be had.
  public func callAsFunction(atPath source: String, toPath target: String) throws {
    try OverridableCall.copyItem.make(on: manager) { manager in
      guard try ProtectedCopy.isNeeded(for: source) else {
        return try manager.copyItem(atPath:toPath:)(source, target)
      }
      try ProtectedCopy(asking: manager).copy(source, to: target)
    }
  }
}

/// `FileManager.moveItem`, by URL and by path; a property that can be called, as `DataWriteFunction` is.
public struct MoveItemFunction {
  let manager: FileManager

  /// Moves from a URL to a URL.
  public func callAsFunction(at source: URL, to target: URL) throws {
    guard source.isFileURL, target.isFileURL else { return try manager.moveItem(at:to:)(source, target) }
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
      if (try? new.folder.status(of: new.name)) != nil {
        throw CocoaError(SystemError(.rename, code: EEXIST), path: target, .write)
      }
      let manager = FileManager()
      do {
        try ProtectedCopy(asking: manager).copy(source, to: target)
      } catch {
        // What another program made there meanwhile stays.
        if (error as? CocoaError)?.code != .fileWriteFileExists { try? manager.removeItem(atPath: target) }
        throw error
      }
      try manager.removeItem(atPath: source)
    } catch {
      throw CocoaError(error, path: target, .write)
    }
  }
}
