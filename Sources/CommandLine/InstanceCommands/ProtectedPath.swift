// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import OwnProcess
import ProtectionModel
import SystemCalls

/// A file or folder below the mount, reached through the folder it is in: a lock may forbid opening the file itself.
struct ProtectedPath: ~Copyable {
  /// The path as the person typed it.
  let path: String
  private let folder: FileDescriptor
  private let name: String

  private static let attribute = "user.bailey.protection"

  init(_ path: String, mount: String) throws(ControlFailure) {
    guard let canonical = Environment.canonicalPath(path) else { throw .file(path: path, SystemError(.open)) }
    do {
      let split = SplitPath(canonical)
      let folder = try FileDescriptor.open(split.folder, OpenFlag.path | O_DIRECTORY)
      let name = canonical == "/" ? "." : split.name
      let device = try FileDescriptor.open(mount, OpenFlag.path | O_DIRECTORY).status().st_dev
      guard try folder.status(of: name).st_dev == device else {
        throw ControlFailure.notProtected(path: path, mount: mount)
      }
      self.folder = folder
      self.name = name
      self.path = path
    } catch let error as SystemError {
      throw .file(path: path, error)
    } catch let error as ControlFailure {
      throw error
    } catch {
      throw .file(path: path, SystemError(.open, code: EIO))
    }
  }

  /// The mount's device.
  func device() throws(ControlFailure) -> dev_t {
    do { return try folder.status(of: name).st_dev } catch { throw failure(error) }
  }

  func protectionClass() throws(ControlFailure) -> ProtectionClass? {
    do {
      guard let value = try folder.extendedAttribute(Self.attribute, of: name) else { return nil }
      return ProtectionClass(attributeValue: String(decoding: value, as: UTF8.self))
    } catch {
      throw failure(error)
    }
  }

  func change(to protectionClass: ProtectionClass) throws(ControlFailure) {
    let value = Array(protectionClass.attributeValue.utf8)
    do {
      try folder.setExtendedAttribute(Self.attribute, of: name, to: value.span)
    } catch {
      throw failure(error)
    }
  }

  /// The failure of an error. Below the mount EPERM means the lock state; missing rights are EACCES.
  private func failure(_ error: SystemError) -> ControlFailure {
    error.code == EPERM ? .protectedFileRefused(path: path) : .file(path: path, error)
  }
}
