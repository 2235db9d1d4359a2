// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import LinuxSystem
import ProtectionModel

/// A write whose options name a protection class.
struct ProtectedWrite {
  private let protection: ProtectionClass
  /// Without the protection.
  private let options: Data.WritingOptions

  /// Nil where the options leave the class to the folder.
  init?(_ options: Data.WritingOptions) {
    guard let protection = ProtectionClass(options) else { return nil }
    self.protection = protection
    self.options = options.subtracting(.fileProtectionMask)
  }

  func perform(_ data: Data, to url: URL) throws {
    let item = try ProtectedItem(url.path)
    guard item.isInProtectedFolder else {
      // A file outside is what "no protection" asks for.
      if protection == .none { return try data.write(to:options:)(url, options) }
      throw CocoaError.notProtected(url.path)
    }
    if options.contains(.atomic) { try replace(item, with: data) } else { try fill(item, with: data) }
  }

  /// An empty file of the class first, then its contents; an existing one changes its class and keeps its name.
  private func fill(_ item: borrowing ProtectedItem, with data: Data) throws {
    let isNew = try create(item.name, in: item)
    if !isNew, options.contains(.withoutOverwriting) {
      throw CocoaError(SystemError(.open, code: EEXIST), path: item.path, .write)
    }
    do {
      try item.setProtection(protection)
      try data.write(to:options:)(URL(fileURLWithPath: item.path), options.subtracting(.withoutOverwriting))
    } catch {
      if isNew { try? item.folder.unlink(item.name) }
      throw error
    }
  }

  /// A file of the class beside it takes its name when it is complete.
  private func replace(_ item: borrowing ProtectedItem, with data: Data) throws {
    let name = ".\(item.name.prefix(120)).\(UUID().uuidString)"
    let url = URL(fileURLWithPath: item.path).deletingLastPathComponent().appendingPathComponent(name)
    let new = try ProtectedItem(url.path)
    _ = try create(name, in: new)
    do {
      try new.setProtection(protection)
      try data.write(to:options:)(url, options.subtracting([.atomic, .withoutOverwriting]))
      try item.checked { () throws(SystemError) in
        if let old = try? item.folder.status(of: item.name) {
          try item.folder.changeMode(of: name, to: old.st_mode & 0o7777)
        }
        let mode: RenameMode = options.contains(.withoutOverwriting) ? .refuseToReplace : .replace
        try item.folder.rename(name, to: item.folder, as: item.name, mode)
      }
    } catch {
      try? item.folder.unlink(name)
      throw error
    }
  }

  /// Whether the file is new.
  private func create(_ name: String, in item: borrowing ProtectedItem) throws -> Bool {
    do {
      _ = try item.folder.open(name, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
      return true
    } catch  where error.code == EEXIST {
      return false
    } catch {
      throw CocoaError(error, path: item.path, .write)
    }
  }
}
