// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import LinuxSystem
import ProtectionModel

/// A file or folder by the folder it is in: a lock may forbid to open the thing itself.
struct ProtectedItem: ~Copyable {
  let path: String
  let folder: FileDescriptor
  let name: String

  static let attribute = "user.bailey.protection"

  /// What a path that ends in a symbolic link stands for.
  enum Link { case target, itself }

  /// The path need not exist, but its folder must.
  init(_ path: String, _ link: Link = .target) throws {
    let path = link == .target ? Environment.canonicalPath(path) ?? path : path
    let url = URL(fileURLWithPath: path)
    self.path = path
    name = path == "/" ? "." : url.lastPathComponent
    do {
      folder = try FileDescriptor.open(url.deletingLastPathComponent().path, OpenFlag.path | O_DIRECTORY)
    } catch {
      throw CocoaError(error, path: path, .write)
    }
  }

  /// Nil where nothing is protected: outside a mount of Bailey.
  ///
  /// There the attribute exists and is not listed; on any other file system an attribute that exists is listed.
  func protection() throws -> ProtectionClass? { try protection(of: name) }

  /// Whether files made in the folder are protected.
  var isInProtectedFolder: Bool { (try? protection(of: ".")) != nil }

  private func protection(of entry: String) throws -> ProtectionClass? {
    do {
      guard let value = try folder.extendedAttribute(Self.attribute, of: entry),
        try !folder.extendedAttributeNames(of: entry).contains(Self.attribute)
      else { return nil }
      return ProtectionClass(attributeValue: String(decoding: value, as: UTF8.self))
    } catch  where error.code == ENOTSUP {
      return nil
    } catch {
      throw CocoaError(error, path: path, .read)
    }
  }

  /// Changes the class. Outside a mount of Bailey only `none` can be had.
  func setProtection(_ protection: ProtectionClass) throws {
    guard try self.protection() != nil else {
      if protection == .none { return }
      throw CocoaError.notProtected(path)
    }
    try checked { () throws(SystemError) in
      try folder.setExtendedAttribute(Self.attribute, of: name, to: Array(protection.attributeValue.utf8).span)
    }
  }

  /// Turns what the kernel says into what Foundation would throw.
  func checked<Result: ~Copyable>(
    _ purpose: CocoaError.Purpose = .write, _ body: () throws(SystemError) -> Result
  ) throws -> Result {
    do { return try body() } catch { throw CocoaError(error, path: path, purpose) }
  }
}
