// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import Glibc
import SystemCalls
import TemporaryFolder
import Testing

@testable import BrowserCommands

@Suite struct SystemPathTests {
  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  private func set(_ path: String, mode: Int? = nil, owner: Int? = nil) throws {
    var attributes: [FileAttributeKey: Any] = [:]
    if let mode { attributes[.posixPermissions] = mode }
    if let owner { attributes[.ownerAccountID] = owner }
    try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
  }

  /// A list by which this user may write too, as `acl(5)` lays it out; false where the file system has none.
  private func setAccessList(of path: String, to user: UInt32) -> Bool {
    let entries: [(tag: UInt16, rights: UInt16, user: UInt32)] = [
      (1, 7, .max), (2, 7, user), (4, 5, .max), (0x10, 7, .max), (0x20, 5, .max),
    ]
    var list: [UInt8] = [2, 0, 0, 0]
    for entry in entries {
      for (value, size) in [(UInt32(entry.tag), 2), (UInt32(entry.rights), 2), (entry.user, 4)] {
        list += (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
      }
    }
    let folder = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
    return (try? folder?.setExtendedAttribute("system.posix_acl_access", to: list.span)) != nil
  }

  @Test func `No link in the way of a folder is followed, wherever it stands`() throws {
    try withTemporaryFolder { folder in
      let elsewhere = folder + "/elsewhere"
      try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
      let root = folder + "/root"
      for place in ["usr", "usr/share", "usr/share/bailey", "etc/chromium/native-messaging-hosts"] {
        try? FileManager.default.removeItem(atPath: root)
        let parent = (root + "/" + place as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try link(root + "/" + place, to: elsewhere)
        #expect(throws: SystemPath.Failure.self) { _ = try SystemPath.folder("\(root)/\(place)/deep", .made(0o755)) }
        #expect(throws: SystemPath.Failure.self) { _ = try SystemPath.folder("\(root)/\(place)", .existing) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty, "\(place)")
      }
    }
  }

  @Test func `Folders that are made have their mode whatever the mask is, and others stay as they are`() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.createDirectory(atPath: folder + "/there", withIntermediateDirectories: true)
      try set(folder + "/there", mode: 0o750)
      // No mask of anybody's leaves all of these.
      _ = try SystemPath.folder(folder + "/there/new/newer", .made(0o777))
      for (path, mode) in [("there", 0o750), ("there/new", 0o777), ("there/new/newer", 0o777)] {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)")
        #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
      }
    }
  }

  @Test(.enabled(if: getuid() == 0, "only root makes files that are root's"))
  func `A program that others can change is known`()
    throws
  {
    #expect(SystemPath.changeable("/usr/bin/env") == nil)
    #expect(SystemPath.changeable("/usr/bin/there-is-none") == "/usr/bin/there-is-none")
    // Everybody may put a file of theirs into /tmp.
    #expect(SystemPath.changeable("/tmp/program") == "/tmp")
    let folder = "/usr/lib/bailey-test-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let program = folder + "/program"
    try Data().write(to: URL(filePath: program))
    try set(program, mode: 0o755)
    #expect(SystemPath.changeable(program) == nil)
    try set(program, mode: 0o757)
    #expect(SystemPath.changeable(program) == program)
    try set(program, mode: 0o755)
    try set(program, owner: 1000)
    #expect(SystemPath.changeable(program) == program)
    try set(program, owner: 0)
    try set(folder, owner: 1000)
    #expect(SystemPath.changeable(program) == folder)
    try set(folder, owner: 0)
    // The group's bits are the mask of the list.
    try set(folder, mode: 0o775)
    #expect(SystemPath.changeable(program) == nil)
    if setAccessList(of: folder, to: 1000) { #expect(SystemPath.changeable(program) == folder) }
    try set(folder, mode: 0o755)
    let link = folder + "/link"
    try self.link(link, to: program)
    #expect(SystemPath.changeable(link) == link)
  }
}
