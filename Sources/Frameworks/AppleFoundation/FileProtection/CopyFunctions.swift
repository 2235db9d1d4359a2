// SPDX-License-Identifier: Apache-2.0
import Files
public import Foundation
import Glibc
import SystemCalls

/// `FileManager.copyItem`, by URL and by path; a property that can be called, as `DataWriteFunction` is.
public struct CopyItemFunction {
  let manager: FileManager

  /// Copies a file or a folder by URL; every file keeps its class.
  ///
  /// https://developer.apple.com/documentation/foundation/filemanager/copyitem(at:to:)
  /// - Parameters:
  ///   - source: What is there.
  ///   - target: Where it goes, its own name included.
  /// - Throws: `CocoaError.featureUnsupported` where a file's class cannot be had at the target, `.fileWriteFileExists`
  ///   where something is there already, a `CocoaError` with the code that Foundation has for the errno otherwise.
  public func callAsFunction(at source: URL, to target: URL) throws {
    guard source.isFileURL, target.isFileURL else { return try manager.copyItem(at:to:)(source, target) }
    try copy(source.path, to: target.path) { try $0.copyItem(at:to:)(source, target) }
  }

  /// Copies a file or a folder by path; every file keeps its class.
  ///
  /// https://developer.apple.com/documentation/foundation/filemanager/copyitem(atpath:topath:)
  /// - Parameters:
  ///   - source: What is there.
  ///   - target: Where it goes, its own name included.
  /// - Throws: `CocoaError.featureUnsupported` where a file's class cannot be had at the target, `.fileWriteFileExists`
  ///   where something is there already, a `CocoaError` with the code that Foundation has for the errno otherwise.
  public func callAsFunction(atPath source: String, toPath target: String) throws {
    try copy(source, to: target) { try $0.copyItem(atPath:toPath:)(source, target) }
  }

  private func copy(_ source: String, to target: String, plainly: (FileManager) throws -> Void) throws {
    try OverridableCall.copyItem.make(on: manager, keepingClassesOf: source, plainly: plainly) { manager in
      var copy = ProtectedCopy(
        of: try ProtectedItem(source, .itself), to: try ProtectedItem(target, .itself), asking: manager)
      try copy.perform()
    }
  }
}

/// `FileManager.moveItem`, by URL and by path; a property that can be called, as `DataWriteFunction` is.
public struct MoveItemFunction {
  let manager: FileManager

  /// Moves a file or a folder by URL; every file keeps its class.
  ///
  /// https://developer.apple.com/documentation/foundation/filemanager/moveitem(at:to:)
  /// - Parameters:
  ///   - source: What is there.
  ///   - target: Where it goes, its own name included.
  /// - Throws: `CocoaError.featureUnsupported` where a file's class cannot be had at the target, `.fileWriteFileExists`
  ///   where something is there already, a `CocoaError` with the code that Foundation has for the errno otherwise.
  public func callAsFunction(at source: URL, to target: URL) throws {
    guard source.isFileURL, target.isFileURL else { return try manager.moveItem(at:to:)(source, target) }
    try move(source.path, to: target.path) { try $0.moveItem(at:to:)(source, target) }
  }

  /// Moves a file or a folder by path, to another file system by a copy; every file keeps its class.
  ///
  /// https://developer.apple.com/documentation/foundation/filemanager/moveitem(atpath:topath:)
  /// - Parameters:
  ///   - source: What is there.
  ///   - target: Where it goes, its own name included.
  /// - Throws: `CocoaError.featureUnsupported` where a file's class cannot be had at the target, `.fileWriteFileExists`
  ///   where something is there already, a `CocoaError` with the code that Foundation has for the errno otherwise.
  public func callAsFunction(atPath source: String, toPath target: String) throws {
    try move(source, to: target) { try $0.moveItem(atPath:toPath:)(source, target) }
  }

  private func move(_ source: String, to target: String, plainly: (FileManager) throws -> Void) throws {
    try OverridableCall.moveItem.make(on: manager, keepingClassesOf: source, plainly: plainly) { manager in
      let delegate = DelegateQuestions(.move, by: manager, from: source, to: target)
      if delegate.isWanted { try delegate.proceeding { try Self.move(source, to: target) } }
    }
  }

  private static func move(_ source: String, to target: String) throws {
    let old = try ProtectedItem(source, .itself)
    let new = try ProtectedItem(target, .itself)
    do {
      try old.folder.rename(old.name, to: new.folder, as: new.name, .refuseToReplace)
      return
    } catch {
      guard error.code == EXDEV else { throw CocoaError(error, path: target, .write) }
    }
    if (try? new.folder.status(of: new.name)) != nil {
      throw CocoaError(SystemError(.rename, code: EEXIST), path: target, .write)
    }
    var copy = ProtectedCopy(of: old, to: new, asking: FileManager())
    do {
      try copy.perform()
      try copy.syncName()
    } catch {
      copy.removeCopies()
      throw error
    }
    try copy.removeSources()
  }
}

extension OverridableCall {
  /// Makes the copy where there is no class to keep, by the very method that was called: an app may have its own.
  fileprivate func make(
    on manager: FileManager, keepingClassesOf source: String, plainly: (FileManager) throws -> Void,
    _ body: (FileManager) throws -> Void
  ) throws {
    try make(on: manager) { manager in
      if try ProtectedCopy.isNeeded(for: source) { try body(manager) } else { try plainly(manager) }
    }
  }
}
