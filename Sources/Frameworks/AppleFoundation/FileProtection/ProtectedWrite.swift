// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import Glibc
import ProtectionModel
import SystemCalls

/// A write whose options name a protection class.
struct ProtectedWrite {
  private let protection: ProtectionClass
  /// The options without the protection.
  private let options: Data.WritingOptions

  /// Takes the class from options; nil where they leave it to the folder.
  init?(_ options: Data.WritingOptions) {
    guard let protection = ProtectionClass(options) else { return nil }
    self.protection = protection
    self.options = options.subtracting(.fileProtectionMask)
  }

  init(_ protection: ProtectionClass, _ options: Data.WritingOptions) {
    self.protection = protection
    self.options = options
  }

  func perform(_ data: Data, to url: URL) throws { try perform(data, toPath: url.path) }

  func perform(_ data: Data, toPath path: String) throws {
    let item = try ProtectedItem(path)
    guard item.isInProtectedFolder else {
      // Outside a protected folder every file has class `none`.
      if protection == .none { return try data.write(to:options:)(URL(fileURLWithPath: path), options) }
      throw CocoaError.notProtected(path)
    }
    if options.contains(.atomic) { try replace(item, with: data) } else { try fill(item, with: data) }
  }

  /// An empty file of the class first, then its contents; an existing one changes its class and keeps its name.
  private func fill(_ item: borrowing ProtectedItem, with data: Data) throws {
    guard let new = try create(item.name, in: item) else {
      let file = try item.checked { () throws(SystemError) in
        if options.contains(.withoutOverwriting) { throw SystemError(.open, code: EEXIST) }
        return try item.folder.open(item.name, O_WRONLY | O_NOFOLLOW)
      }
      return try write(data, to: file, at: item)
    }
    do {
      try write(data, to: new, at: item)
    } catch {
      try? item.folder.unlink(item.name)
      throw error
    }
  }

  /// A file of the class beside it takes its name when it is complete.
  private func replace(_ item: borrowing ProtectedItem, with data: Data) throws {
    let name = ".\(UUID().uuidString)"
    // The new file may be read by nobody who could not read the one that it replaces.
    let old = try Self.mode(of: item)
    guard let new = try create(name, in: item, mode: (old ?? 0o666) & 0o777) else {
      throw CocoaError(SystemError(.open, code: EEXIST), path: item.path, .write)
    }
    do {
      try write(data, to: new, at: item)
      try item.checked { () throws(SystemError) in
        if let old { try new.changeMode(to: old & 0o7777) }
        let mode: RenameMode = options.contains(.withoutOverwriting) ? .refuseToReplace : .replace
        try item.folder.rename(name, to: item.folder, as: item.name, mode)
      }
    } catch {
      try? item.folder.unlink(name)
      throw error
    }
  }

  /// The permissions of the file that is replaced; nil where there is none.
  private static func mode(of item: borrowing ProtectedItem) throws -> mode_t? {
    try item.checked { () throws(SystemError) in
      do throws(SystemError) { return try item.folder.status(of: item.name).st_mode } catch  where error.code == ENOENT
      {
        return nil
      }
    }
  }

  /// The class first, of the very file that is written.
  private func write(_ data: Data, to file: borrowing FileDescriptor, at item: borrowing ProtectedItem) throws {
    try item.checked { () throws(SystemError) in
      try file.setProtection(protection)
      try file.truncate(to: 0)
      try file.write(data.span, at: 0)
      // As Foundation does: an error of the write to the disk is reported here.
      try file.sync()
    }
  }

  /// Creates the file; nil where there is one already.
  private func create(
    _ name: String, in item: borrowing ProtectedItem, mode: mode_t = 0o666
  ) throws -> FileDescriptor? {
    try item.checked { () throws(SystemError) in
      do throws(SystemError) {
        return try item.folder.open(name, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
      } catch  where error.code == EEXIST {
        return nil
      }
    }
  }
}
