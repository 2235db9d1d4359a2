// SPDX-License-Identifier: Apache-2.0
import Events
import Files
import Foundation
import Glibc
import SystemCalls
import TemporaryFolder
import Testing

@testable import FolderChanges

@Suite struct FolderChangesTests {
  @Test func `What is made, written, renamed or removed in a folder is news, and what is read is none`() throws {
    let temporary = try TemporaryFolder()
    let changes = try #require(FolderChanges())
    let folder = try FileDescriptor.open(temporary.path, O_RDONLY | O_DIRECTORY)
    for _ in 0..<2 { changes.follow(folder) }
    func hasNews() throws -> Bool {
      let news = try Poll.readable([changes.raw], within: .seconds(0)) == [true]
      changes.clear()
      return news
    }
    let (one, other) = (temporary.path + "/one", temporary.path + "/other")
    #expect(try !hasNews())
    try Data("x".utf8).write(to: URL(fileURLWithPath: one))
    #expect(try hasNews())
    _ = try FileManager.default.contentsOfDirectory(atPath: temporary.path)
    _ = try Data(contentsOf: URL(fileURLWithPath: one))
    #expect(try !hasNews())
    try FileManager.default.moveItem(atPath: one, toPath: other)
    #expect(try hasNews())
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: other)
    #expect(try hasNews())
    try FileManager.default.removeItem(atPath: other)
    #expect(try hasNews())
    #expect(try !hasNews())
  }
}
