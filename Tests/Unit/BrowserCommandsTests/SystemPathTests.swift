// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
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
        #expect(throws: SystemPath.Failure.self) { _ = try SystemPath.folder("\(root)/\(place)/deep", .made) }
        #expect(throws: SystemPath.Failure.self) { _ = try SystemPath.folder("\(root)/\(place)", .existing) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty, "\(place)")
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
    let link = folder + "/link"
    try self.link(link, to: program)
    #expect(SystemPath.changeable(link) == link)
  }
}
