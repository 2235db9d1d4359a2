// SPDX-License-Identifier: Apache-2.0
import Foundation
import TemporaryFolder
import Testing

@testable import SetupCommands

@Suite struct InstanceRemovalTests {
  private let temporary: TemporaryFolder
  private let home: String

  init() throws {
    temporary = try TemporaryFolder()
    home = temporary.path + "/home"
    for name in ["enclave", "files/.bailey", "broker", "apps/org.example", "log", "run/apps"] {
      try FileManager.default.createDirectory(atPath: "\(home)/\(name)", withIntermediateDirectories: true)
    }
    for name in ["config", "lock", "setup", "adopted", ".setup-42", "log/bailey.log.1", "enclave/root.key"] {
      try make(name)
    }
  }

  private func make(_ name: String) throws {
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(home)/\(name)"))
  }

  private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(home)/\(name)") }

  @Test func `What Bailey made is removed, and the folder with it`() throws {
    try InstanceRemoval(home: home).remove()
    #expect(!exists(""))
  }

  @Test(arguments: ["notes.txt", ".setup-", ".setup-x", "log/apache.log", "run/my.pid", "Enclave"])
  func `A folder that holds something else is left as it is`(name: String) throws {
    try make(name)
    #expect(throws: InstanceRemoval.Failure.stranger(name)) { try InstanceRemoval(home: home).remove() }
    #expect(exists(name) && exists("enclave/root.key") && exists("config"))
  }

  @Test func `A folder without an instance is none, and what is behind a link stays`() throws {
    let other = temporary.path + "/other"
    try FileManager.default.createDirectory(atPath: other + "/files", withIntermediateDirectories: true)
    #expect(throws: InstanceRemoval.Failure.noInstance) { try InstanceRemoval(home: other).remove() }
    try FileManager.default.removeItem(atPath: home + "/apps")
    try FileManager.default.createSymbolicLink(atPath: home + "/apps", withDestinationPath: other)
    try InstanceRemoval(home: home).remove()
    #expect(!exists("") && FileManager.default.fileExists(atPath: other + "/files"))
  }
}
