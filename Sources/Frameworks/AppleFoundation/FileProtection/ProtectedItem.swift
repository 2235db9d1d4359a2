// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import Glibc
import OwnProcess
import ProtectionModel
import SystemCalls

/// A file or folder by the folder it is in: a lock may forbid to open the thing itself.
struct ProtectedItem: ~Copyable {
  let path: String
  let folder: FileDescriptor
  /// `.` where the path ends in no name: then it is that of the folder.
  let name: String

  /// The meaning of a path that ends in a symbolic link.
  enum Link { case target, itself }

  /// The path need not exist, but its folder must.
  init(_ path: String, _ link: Link = .target) throws {
    // The system's calls would take the part before the zero for the whole path.
    if path.utf8.contains(0) { throw CocoaError(.fileWriteInvalidFileName, userInfo: [NSFilePathErrorKey: path]) }
    // A slash after the name of a link stands for what the link leads to.
    let path = link == .target || path.utf8.last == UInt8(ascii: "/") ? Self.followed(path) : path
    let parts = Self.parts(of: path)
    let opened = try CocoaError.at(path) { () throws(SystemError) in
      try FileDescriptor.open(parts.folder, OpenFlag.path | O_DIRECTORY)
    }
    (self.path, name) = (path, parts.name)
    folder = opened
  }

  /// The folder and the name in it. `.` and `..` are no names: a path that ends in them is that of a folder.
  private static func parts(of path: String) -> (folder: String, name: String) {
    guard let last = path.utf8.split(separator: UInt8(ascii: "/")).last else { return (path, ".") }
    let name = String(path[last.startIndex..<last.endIndex])
    if name == "." || name == ".." { return (path, ".") }
    let folder = String(path[..<last.startIndex])
    return (folder.isEmpty ? "." : folder, name)
  }

  /// The path of what a new item is to be in; nil where the path ends in no name.
  static func folder(of path: String) -> String? {
    let parts = parts(of: path)
    return parts.name == "." ? nil : parts.folder
  }

  /// The path without `.` at its end, which adds nothing to the name of a folder.
  static func withoutDot(_ path: String) -> String {
    var path = path[...]
    while path.utf8.count > 2, path.hasSuffix("/.") || path.hasSuffix("/") { path = path.dropLast() }
    return String(path)
  }

  private static let maximumLinks = 40

  /// The target of a path. Where that is nothing yet, links are followed all the same: what is written there would be
  /// made where they lead.
  private static func followed(_ path: String) -> String {
    var path = path
    for _ in 0..<maximumLinks {
      if let canonical = Environment.canonicalPath(path) { return canonical }
      let (folder, name) = parts(of: path)
      guard let opened = try? FileDescriptor.open(folder, OpenFlag.path | O_DIRECTORY),
        let target = (try? opened.symbolicLinkTarget(name)).flatMap({ String(validating: $0, as: UTF8.self) })
      else { return path }
      path = target.hasPrefix("/") ? target : folder + "/" + target
    }
    return path
  }

  /// The protection of the item; nil where nothing is protected.
  func protection() throws -> ProtectionClass? {
    try checked(.read) { () throws(SystemError) in try folder.protection(of: name) }
  }

  /// Whether files made in the folder are protected.
  var isInProtectedFolder: Bool { (try? folder.protection(of: ".")) != nil }

  /// Changes the class. Outside a mount of Bailey only `none` can be had.
  func setProtection(_ protection: ProtectionClass) throws {
    guard try self.protection() != nil else {
      if protection == .none { return }
      throw CocoaError.notProtected(path)
    }
    try checked { () throws(SystemError) in try folder.setProtection(protection, of: name) }
  }

  /// Turns what the kernel says into what Foundation would throw.
  func checked<Result: ~Copyable>(
    _ purpose: CocoaError.Purpose = .write, _ body: () throws(SystemError) -> Result
  ) throws -> Result {
    try CocoaError.at(path, purpose, body)
  }
}
