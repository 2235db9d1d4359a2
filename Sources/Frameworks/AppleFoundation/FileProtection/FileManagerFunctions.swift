// SPDX-License-Identifier: Apache-2.0
import Files
public import Foundation
import Glibc
import ProtectionModel
import SystemCalls

extension FileManager {
  /// Sets attributes, `protectionKey` included.
  public var setAttributes: SetAttributesFunction { SetAttributesFunction(manager: self) }

  /// Reads attributes, `protectionKey` included.
  public var attributesOfItem: AttributesOfItemFunction { AttributesOfItemFunction(manager: self) }

  /// Makes a file, with the protection that its attributes ask for.
  public var createFile: CreateFileFunction { CreateFileFunction(manager: self) }

  /// Makes a folder, with the protection that its attributes ask for: files made in it take it.
  public var createDirectory: CreateDirectoryFunction { CreateDirectoryFunction(manager: self) }

  /// Copies a file or a folder; every file keeps its protection.
  public var copyItem: CopyItemFunction { CopyItemFunction(manager: self) }

  /// Moves a file or a folder; every file keeps its protection.
  public var moveItem: MoveItemFunction { MoveItemFunction(manager: self) }
}

/// The function `FileManager.setAttributes(_:ofItemAtPath:)`, as a value that is called, like `DataWriteFunction`.
public struct SetAttributesFunction {
  let manager: FileManager

  /// Sets attributes, `protectionKey` first: where the class cannot be had, nothing is set.
  ///
  /// https://developer.apple.com/documentation/foundation/filemanager/setattributes(_:ofitematpath:)
  /// - Parameters:
  ///   - attributes: The attributes.
  ///   - path: The file or folder.
  /// - Throws: `CocoaError.featureUnsupported` where a class is asked for and there is no protected folder, a
  ///   `CocoaError` with the code that Foundation has for the errno otherwise.
  public func callAsFunction(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {
    try OverridableCall.setAttributes.make(on: manager) { manager in
      var rest = attributes
      if let value = rest.removeValue(forKey: .protectionKey) {
        try ProtectedItem(path).setProtection(try ProtectionValue(value, path: path).protection)
      }
      if !rest.isEmpty || attributes.isEmpty { try manager.setAttributes(_:ofItemAtPath:)(rest, path) }
    }
  }
}

/// `FileManager.attributesOfItem(atPath:)`; a property that can be called, as `DataWriteFunction` is.
public struct AttributesOfItemFunction {
  let manager: FileManager

  /// Reads attributes; `protectionKey` is among them where the file is protected.
  ///
  /// https://developer.apple.com/documentation/foundation/filemanager/attributesofitem(atpath:)
  /// - Parameter path: The file or folder.
  /// - Returns: The attributes.
  /// - Throws: What Foundation throws of a path that cannot be looked at.
  public func callAsFunction(atPath path: String) throws -> [FileAttributeKey: Any] {
    try OverridableCall.attributesOfItem.make(on: manager) { manager in
      var attributes = try manager.attributesOfItem(atPath:)(path)
      if let protection = try? ProtectedItem(path).protection() {
        attributes[.protectionKey] = protection.fileProtectionType._bridgeToObjectiveC()
      }
      return attributes
    }
  }
}

/// `FileManager.createFile(atPath:contents:attributes:)`; a property that can be called, as `DataWriteFunction` is.
public struct CreateFileFunction {
  let manager: FileManager

  /// Makes a file, or replaces one.
  ///
  /// https://developer.apple.com/documentation/foundation/filemanager/createfile(atpath:contents:attributes:)
  /// - Parameters:
  ///   - path: The file.
  ///   - data: What it holds; nothing for nil.
  ///   - attributes: Its attributes, `protectionKey` among them.
  /// - Returns: False where that failed, also because the protection cannot be had.
  @discardableResult
  public func callAsFunction(
    atPath path: String, contents data: Data?, attributes: [FileAttributeKey: Any]? = nil
  ) -> Bool {
    OverridableCall.createFile.make(on: manager) { manager in
      guard var rest = attributes, let value = rest.removeValue(forKey: .protectionKey) else {
        return manager.createFile(atPath:contents:attributes:)(path, data, attributes)
      }
      do {
        let protection = try ProtectionValue(value, path: path).protection
        try ProtectedWrite(protection, .atomic).perform(data ?? Data(), toPath: path)
        if !rest.isEmpty { try manager.setAttributes(_:ofItemAtPath:)(rest, path) }
        return true
      } catch {
        return false
      }
    }
  }
}

/// `FileManager.createDirectory`, by URL and by path; a property that can be called, as `DataWriteFunction` is.
public struct CreateDirectoryFunction {
  let manager: FileManager

  /// Makes a folder by URL.
  ///
  /// https://developer.apple.com/documentation/foundation/filemanager/createdirectory(at:withintermediatedirectories:attributes:)
  /// - Parameters:
  ///   - url: The folder.
  ///   - withIntermediateDirectories: Whether missing folders above it are made too, of the same class; a folder that
  ///     is there already keeps its own.
  ///   - attributes: Its attributes, `protectionKey` among them: files made in the folder take it.
  /// - Throws: `CocoaError.featureUnsupported` where a class is asked for and there is no protected folder, a
  ///   `CocoaError` with the code that Foundation has for the errno otherwise.
  public func callAsFunction(
    at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {
    try callAsFunction(
      atPath: url.path, withIntermediateDirectories: withIntermediateDirectories, attributes: attributes)
  }

  /// Makes a folder by path.
  ///
  /// https://developer.apple.com/documentation/foundation/filemanager/createdirectory(atpath:withintermediatedirectories:attributes:)
  /// - Parameters:
  ///   - path: The folder.
  ///   - withIntermediateDirectories: Whether missing folders above it are made too, of the same class; a folder that
  ///     is there already keeps its own.
  ///   - attributes: Its attributes, `protectionKey` among them: files made in the folder take it.
  /// - Throws: `CocoaError.featureUnsupported` where a class is asked for and there is no protected folder, a
  ///   `CocoaError` with the code that Foundation has for the errno otherwise.
  public func callAsFunction(
    atPath path: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {
    try OverridableCall.createDirectory.make(on: manager) { manager in
      guard var rest = attributes, let value = rest.removeValue(forKey: .protectionKey) else {
        return try manager.createDirectory(atPath:withIntermediateDirectories:attributes:)(
          path, withIntermediateDirectories, attributes)
      }
      let protection = try ProtectionValue(value, path: path).protection
      let parents = withIntermediateDirectories ? Parents.made : .there
      try Self.make(ProtectedItem.withoutDot(path), parents, protection, rest, manager)
    }
  }

  private enum Parents { case made, there }

  /// Makes a folder of the class, and those above it that are missing likewise. Refuses before anything is made where
  /// the nearest folder that exists is not protected.
  private static func make(
    _ path: String, _ parents: Parents, _ protection: ProtectionClass, _ attributes: [FileAttributeKey: Any],
    _ manager: FileManager
  ) throws {
    do {
      let folder = try FileDescriptor.open(path, OpenFlag.path | O_DIRECTORY)
      // A folder that is there already keeps its class, as it keeps its other attributes.
      let isProtected = try CocoaError.at(path, .read) { () throws(SystemError) in try folder.protection(of: ".") != nil
      }
      guard isProtected || protection == .none else { throw CocoaError.notProtected(path) }
      if parents == .made { return }
    } catch let error as SystemError {
      // Other errors are left to Foundation's method, which throws its own.
      if error.code == ENOENT, parents == .made, let folder = ProtectedItem.folder(of: path) {
        try make(folder, .made, protection, attributes, manager)
      }
    }
    let item = try ProtectedItem(path, .itself)
    guard protection == .none || item.isInProtectedFolder else { throw CocoaError.notProtected(path) }
    do {
      try manager.createDirectory(atPath:withIntermediateDirectories:attributes:)(path, false, attributes)
    } catch {
      // Another process may have made the folder in the meantime.
      let isThere = (try? FileDescriptor.open(path, OpenFlag.path | O_DIRECTORY).status()) != nil
      if parents == .made, isThere { return }
      throw error
    }
    do {
      try item.setProtection(protection)
    } catch {
      try? item.folder.removeDirectory(item.name)
      throw error
    }
  }
}
