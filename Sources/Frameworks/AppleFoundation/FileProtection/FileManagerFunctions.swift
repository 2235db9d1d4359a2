// SPDX-License-Identifier: Apache-2.0
public import Foundation
import Glibc
import LinuxSystem
import ProtectionModel

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

/// `FileManager.setAttributes(_:ofItemAtPath:)`; a property that can be called, as `DataWriteFunction` is.
public struct SetAttributesFunction {
  let manager: FileManager

  /// Sets attributes, `protectionKey` included.
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

  /// Reads attributes; `protectionKey` is there where the file is protected.
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

  /// Makes a file; false also where the protection asked for cannot be had.
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

  /// Makes a folder at a URL.
  public func callAsFunction(
    at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {
    try callAsFunction(
      atPath: url.path, withIntermediateDirectories: withIntermediateDirectories, attributes: attributes)
  }

  /// Makes a folder at a path.
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
      // What else stands in the way is Foundation's to refuse.
      if error.code == ENOENT, parents == .made, let folder = ProtectedItem.folder(of: path) {
        try make(folder, .made, protection, attributes, manager)
      }
    }
    let item = try ProtectedItem(path, .itself)
    guard protection == .none || item.isInProtectedFolder else { throw CocoaError.notProtected(path) }
    do {
      try manager.createDirectory(atPath:withIntermediateDirectories:attributes:)(path, false, attributes)
    } catch {
      // Somebody else was faster: the folder is there already.
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
