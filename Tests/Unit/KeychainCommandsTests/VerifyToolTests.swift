// SPDX-License-Identifier: Apache-2.0
import Advice
import BrokerMessages
import CommandLineParsing
import Foundation
import Glibc
import KeychainModel
import ProtectionModel
import ProtectionModelTesting
import SQLiteDatabase
import TemporaryFolder
import TerminalConsole
import Testing
import ToolHarness

@testable import KeychainCommands
import SystemCalls

/// `bailey keychain verify`, as far as file-based keychains go.
@Suite struct VerifyToolTests {
  private func verify(_ tool: ToolHarness, _ form: OutputForm, _ knowledge: LostKnowledge = .kept) -> Ended {
    tool.onConsole("") { console in
      do throws(CommandFailure) {
        try VerifyTool(tool.keychain, console).verify(knowledge, form)
        return 0
      } catch {
        return error == .keychainDamaged ? 1 : 2
      }
    }
  }

  private func add(_ tool: ToolHarness, _ keychain: String, _ account: String) {
    #expect(tool.run("add-generic-password", "-a", account, "-s", "s", "-w", "x", keychain).code == 0)
  }

  @Test func `Each keychain is looked at, and said to be well`() throws {
    try withTool { tool in
      #expect(verify(tool, .text) == Ended(0, "0 items are well.\n"))
      #expect(tool.run("create-keychain", "-p", "x", "build.keychain").code == 0)
      for account in ["a", "b"] { add(tool, "build.keychain", account) }
      #expect(verify(tool, .text) == Ended(0, "0 items are well.\nbuild.keychain: 2 items are well.\n"))
      let json = verify(tool, .json)
      #expect(json.code == 0 && json.output.hasPrefix(#"{"well":true,"items":0,"#))
      #expect(json.output.contains(#""keychains":[{"name":"build.keychain","isLocked":false,"well":true,"items":2,"#))
      #expect(json.output.hasSuffix("],\"allKnown\":true}\n"))
    }
  }

  @Test func `Of a locked keychain it is said what could not be looked at`() throws {
    try withTool { tool in
      #expect(tool.run("create-keychain", "-p", "x", "build.keychain").code == 0)
      add(tool, "build.keychain", "a")
      #expect(tool.run("lock-keychain", "build.keychain").code == 0)
      #expect(
        verify(tool, .text)
          == Ended(
            0, "0 items are well.\nbuild.keychain: 0 items are well. 1 more is locked and could not be looked at.\n"))
      #expect(verify(tool, .json).output.contains(#""isLocked":true,"well":true,"items":0,"tombstones":0,"locked":1"#))
    }
  }

  @Test func `A damaged item is named with its keychain`() throws {
    try withTemporaryFolder { folder in
      let keys = FakeClassKeys()
      try makeTwo(in: folder, keys)
      do {
        let database = try Database(folder + "/keychains/2/keychain") { _ in true }
        try database.write { (connection) throws(DatabaseError) in
          try connection.execute("UPDATE genp SET data = zeroblob(length(data))")
        }
      }
      let tool = try ToolHarness(in: folder, keys)
      for name in ["a", "b"] { #expect(tool.run("unlock-keychain", "-p", "x", name).code == 0) }
      let text = verify(tool, .text)
      #expect(text.code == 1)
      let lines = text.output.split(separator: "\n")
      #expect(lines.count == 4 && lines[1] == "a: 1 item is well.")
      #expect(lines[2].hasPrefix("b: generic, row 1, reference ") && lines[2].hasSuffix(": It does not open"))
      #expect(lines[3] == "b: 0 items are well. 1 item is damaged, 0 lost.")
      let json = verify(tool, .json)
      #expect(json.code == 1 && json.output.hasPrefix(#"{"well":false,"items":0,"#))
    }
  }

  @Test func `A keychain that does not open is named, and the others are looked at`() throws {
    try withTemporaryFolder { folder in
      let keys = FakeClassKeys()
      do {
        let tool = try ToolHarness(in: folder, keys)
        for name in ["a", "b"] { #expect(tool.run("create-keychain", "-p", "x", name).code == 0) }
      }
      try Data("nothing".utf8).write(to: URL(fileURLWithPath: folder + "/keychains/1/keychain-password"))
      let found = verify(try ToolHarness(in: folder, keys), .text)
      #expect(found.code == 1)
      #expect(found.output.contains("\na: It could not be looked at. "))
      #expect(found.output.hasSuffix("\nb: 0 items are well.\n"))
    }
  }

  @Test func `What was found is said before the next keychain is looked at`() throws {
    try withTool { tool in
      for name in ["a", "b"] { #expect(tool.run("create-keychain", "-p", "x", name).code == 0) }
      var said: [String] = []
      let ended = try tool.files("") { console, printed in
        let watched = WatchedKeychains(keychains: tool.keychain) { event in
          if event == .look { said.append((try? printed()) ?? "unreadable") }
        }
        return (try? VerifyTool(watched, console).verify(.forgotten, .text)) == nil ? 1 : 0
      }
      #expect(ended.code == 0)
      #expect(said == ["", "0 items are well.\n", "0 items are well.\na: 0 items are well.\n"])
    }
  }

  /// Two keychains with an item each, closed again.
  private func makeTwo(in folder: String, _ keys: FakeClassKeys) throws {
    let tool = try ToolHarness(in: folder, keys)
    for name in ["a", "b"] {
      #expect(tool.run("create-keychain", "-p", "x", name).code == 0)
      add(tool, name, "me")
    }
  }

  /// With two keychains that have lost an item each.
  private func withLosses(_ body: (ToolHarness) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let keys = FakeClassKeys()
      try makeTwo(in: folder, keys)
      for number in 1...2 {
        let database = try Database(folder + "/keychains/\(number)/keychain") { _ in true }
        try database.write { (connection) throws(DatabaseError) in
          try connection.execute("UPDATE genp SET data = zeroblob(length(data))")
        }
      }
      let tool = try ToolHarness(in: folder, keys)
      for name in ["a", "b"] {
        #expect(tool.run("unlock-keychain", "-p", "x", name).code == 0)
        #expect(tool.run("find-generic-password", "-a", "me", "-w", name).code == 44)
      }
      try body(tool)
    }
  }

  @Test(arguments: [OutputForm.text, .json])
  func `What is lost is forgotten when all was said, and only then`(form: OutputForm) throws {
    try withLosses { tool in
      let first = verify(tool, form)
      #expect(verify(tool, form) == first)
      var said: [String] = []
      let ended = try tool.files("") { console, printed in
        let watched = WatchedKeychains(keychains: tool.keychain) { event in
          if event == .forgets { said.append((try? printed()) ?? "unreadable") }
        }
        return (try? VerifyTool(watched, console).verify(.forgotten, form)) == nil ? 1 : 0
      }
      #expect(ended == first && said == [first.output, first.output])
      #expect(verify(tool, form).code == 0)
    }
  }

  @Test(arguments: [OutputForm.text, .json])
  func `What nobody could be told of is not forgotten`(form: OutputForm) throws {
    try withLosses { tool in
      let full = Console(
        input: try FileDescriptor.open("/dev/null", O_RDONLY), output: try FileDescriptor.open("/dev/full", O_WRONLY),
        errors: try FileDescriptor.open("/dev/null", O_WRONLY))
      #expect(throws: CommandFailure.self) { try VerifyTool(tool.keychain, full).verify(.forgotten, form) }
      #expect(verify(tool, .text).output.split(separator: "\n").filter { $0.contains(": lost. ") }.count == 2)
    }
  }

  @Test func `What would turn a line around, or move the cursor, is not printed`() {
    #expect(Printable.oneLine("a\u{202E}b\u{1B}c\u{9B}d\u{2028}e\u{2066}f") == "a?b?c?d?e?f")
    #expect(Printable.oneLine("Äé 鍵 👩‍👩‍👧 ❤️‍🔥") == "Äé 鍵 👩‍👩‍👧 ❤️‍🔥")
    // Two names that look the same are told apart.
    #expect(Printable.oneLine("pay\u{200B}pal\u{200D} \u{FEFF}\u{AD}\u{FE0F}\u{3164}\u{E0041}") == "pay?pal? ?????")
  }

  @Test func `A list that cannot be read is no empty one`() throws {
    try withTemporaryFolder { folder in
      do { #expect(try ToolHarness(in: folder).run("create-keychain", "-p", "x", "a").code == 0) }
      try Data("nothing".utf8).write(to: URL(fileURLWithPath: folder + "/keychains/list"))
      let tool = try ToolHarness(in: folder)
      let found = verify(tool, .text)
      #expect(found.code == 1 && found.output.contains("cannot be read: there may be more of them."))
      #expect(verify(tool, .json).output.hasSuffix("\"allKnown\":false}\n"))
    }
  }
}

/// Says when one is about to be looked at, or to forget something.
private struct WatchedKeychains: KeychainFileService {
  enum Event { case look, forgets }

  let keychains: ToolKeychains
  let happens: (Event) -> Void
  var lockState: LockState? { nil }

  func keychainFiles() throws(KeychainStatus) -> KeychainListing { keychains.keychainFiles() }
  func perform(_ request: KeychainFileRequest) throws(KeychainStatus) { try keychains.perform(request) }
  func verify(_ name: KeychainName?) throws(CommandFailure) -> StoreReport {
    happens(.look)
    return try keychains.verify(name)
  }
  func forget(_ told: [LostItem], of name: KeychainName?) throws(CommandFailure) {
    happens(.forgets)
    try keychains.forget(told, of: name)
  }
}
