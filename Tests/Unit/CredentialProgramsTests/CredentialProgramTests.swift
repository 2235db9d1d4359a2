// SPDX-License-Identifier: Apache-2.0
import Advice
import KeychainModel
import TemporaryFolder
import TerminalConsole
import Testing
import ToolHarness

@testable import CredentialPrograms

@Suite struct CredentialProgramTests {
  private func git(_ harness: ToolHarness, _ word: String, _ input: String) -> Ended {
    harness.onConsole(input) { console in
      CommandRun.run(on: console) { () throws(CommandFailure) in
        try GitCredentialTool(console, harness.keychain).carryOut(word)
      }.rawValue
    }
  }

  private func docker(_ harness: ToolHarness, _ word: String, _ input: String = "") -> Ended {
    harness.onConsole(input) { console in
      CommandRun.run(on: console) { () throws(CommandFailure) in
        try DockerCredentialTool(console, harness.keychain).carryOut(word)
      }.rawValue
    }
  }

  // MARK: - git

  private static let site = "protocol=https\nhost=git.example.org\n"

  @Test func `Git gets what it stored with fields that nobody here knows`() throws {
    try withTemporaryFolder { folder in
      let harness = try ToolHarness(in: folder)
      #expect(git(harness, "get", Self.site) == Ended(0))
      let stored =
        Self.site + "username=ada\npassword=open=sesame\npassword_expiry_utc=1900000000\nx-y=z\nwwwauth[]=Basic\n\n"
      #expect(git(harness, "store", stored) == Ended(0))
      let answer = "username=ada\npassword=open=sesame\npassword_expiry_utc=1900000000\nx-y=z\n"
      #expect(git(harness, "get", Self.site + "capability[]=authtype\n\n") == Ended(0, answer))
      #expect(git(harness, "get", Self.site + "username=bob\n") == Ended(0))
      #expect(git(harness, "get", "protocol=http\nhost=git.example.org\n") == Ended(0))
      #expect(git(harness, "store", Self.site + "username=ada\npassword=new\n") == Ended(0))
      #expect(git(harness, "get", Self.site) == Ended(0, "username=ada\npassword=new\n"))
    }
  }

  @Test func `Git erases what is refused and nothing that was stored since`() throws {
    try withTemporaryFolder { folder in
      let harness = try ToolHarness(in: folder)
      #expect(git(harness, "erase", Self.site) == Ended(0))
      _ = git(harness, "store", Self.site + "username=ada\npassword=new\n")
      #expect(git(harness, "erase", Self.site + "username=ada\npassword=old\n") == Ended(0))
      #expect(git(harness, "get", Self.site).output.contains("new"))
      #expect(git(harness, "erase", Self.site + "username=ada\npassword=new\n") == Ended(0))
      #expect(git(harness, "get", Self.site) == Ended(0))
    }
  }

  @Test func `A path is kept apart where git says one`() throws {
    try withTemporaryFolder { folder in
      let harness = try ToolHarness(in: folder)
      for path in ["a.git", "b.git"] {
        _ = git(harness, "store", Self.site + "path=\(path)\nusername=ada\npassword=of-\(path)\n")
      }
      #expect(git(harness, "get", Self.site + "path=b.git\n") == Ended(0, "username=ada\npassword=of-b.git\n"))
      #expect(git(harness, "get", Self.site + "path=c.git\n") == Ended(0))
    }
  }

  @Test(arguments: [
    "host=x\n", "protocol=https\nhost=x\nnonsense\n", "protocol=https\nhost=x\r\n", "=x\n", "protocol=a\0\nhost=b\n",
  ])
  func `What git never says is refused`(input: String) throws {
    try withTemporaryFolder { folder in
      let harness = try ToolHarness(in: folder)
      #expect(git(harness, "store", input).code == 1)
    }
  }

  @Test func `A locked item is refused with the code of the lock state`() throws {
    try withTemporaryFolder { folder in
      let harness = try ToolHarness(in: folder)
      _ = git(harness, "store", Self.site + "username=ada\npassword=opensesame\n")
      harness.lock()
      let ended = git(harness, "get", Self.site)
      #expect(ended.code == 77 && ended.output.isEmpty)
    }
  }

  // MARK: - docker

  @Test func `Docker gets lists and erases what it stored`() throws {
    try withTemporaryFolder { folder in
      let harness = try ToolHarness(in: folder)
      let server = "https://index.example.org/v1/"
      let object = #"{"ServerURL":"\#(server)","Username":"ada \"l\"","Secret":"open\"sesame","More":[1]}"#
      #expect(docker(harness, "list") == Ended(0, "{}\n"))
      #expect(docker(harness, "store", object + "\n") == Ended(0))
      #expect(docker(harness, "get", server + "\n") == Ended(0, object + "\n"))
      #expect(docker(harness, "list") == Ended(0, #"{"\#(server)":"ada \"l\""}"# + "\n"))
      #expect(docker(harness, "erase", server) == Ended(0))
      let gone = docker(harness, "get", server)
      #expect(gone.code == 1 && gone.output == "credentials not found in native keychain\n")
    }
  }

  @Test(arguments: [
    "", "{}", #"{"ServerURL":"","Username":"a","Secret":"b"}"#, #"{"ServerURL":"a","Username":"a"}"#, "{",
  ])
  func `What docker never says is refused`(input: String) throws {
    try withTemporaryFolder { folder in
      let ended = try docker(ToolHarness(in: folder), "store", input)
      #expect(ended.code == 1 && ended.output == "no credentials server URL\n")
    }
  }
}
