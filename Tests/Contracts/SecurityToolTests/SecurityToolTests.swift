// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import Testing
import ToolHarness

@testable import SecurityTool

/// What scripts written for macOS rely on: outputs and exit codes.
@Suite struct SecurityToolTests {
  @Test func `A password comes back as it was stored`() throws {
    try withTool { tool in
      #expect(tool.run("add-generic-password", "-a", "me", "-s", "svc", "-w", "hunter2") == Ended(0))
      #expect(tool.run("find-generic-password", "-s", "svc", "-w") == Ended(0, "hunter2\n"))
      let both = tool.run("find-generic-password", "-a", "me", "-g")
      #expect(both.errors == "password: \"hunter2\"\n")
      #expect(both.output.hasPrefix("keychain: \"/k\"\nversion: 512\nclass: \"genp\"\nattributes:\n"))
      #expect(both.output.contains("    0x00000007 <blob>=\"svc\"\n    0x00000008 <blob>=<NULL>\n"))
      #expect(both.output.contains("    \"acct\"<blob>=\"me\"\n"))
      #expect(both.output.contains("    \"crtr\"<uint32>=<NULL>\n"))
      #expect(both.output.contains("    \"svce\"<blob>=\"svc\"\n    \"type\"<uint32>=<NULL>\n"))
    }
  }

  @Test(
    arguments: [
      (.itemNotFound, 44), (.duplicateItem, 45), (.interactionNotAllowed, 36), (.noSuchAttribute, 41),
      (.noDefaultKeychain, 37), (.param, 206), (.missingEntitlement, 30), (.notAvailable, 53), (.readOnly, 52),
      (.authFailed, 51), (.noSuchKeychain, 50), (.invalidKeychain, 49), (.duplicateKeychain, 48),
      (.userCanceled, 128), (.decode, 93), (.unimplemented, 252),
    ] as [(KeychainStatus, Int32)])
  func `A status is this exit code`(status: KeychainStatus, code: Int32) { #expect(status.exitCode == code) }

  @Test func `Bytes that cannot be printed are hexadecimal`() throws {
    try withTool { tool in
      _ = tool.run("add-generic-password", "-a", "a", "-s", "s", "-X", "00c3A9")
      #expect(tool.run("find-generic-password", "-w").output == "00c3a9\n")
      #expect(tool.run("find-generic-password", "-g").errors == "password: 0x00C3A9  \"\\000\\303\\251\"\n")
      _ = tool.run("add-generic-password", "-a", "b", "-s", "s", "-w", "tab\there")
      #expect(tool.run("find-generic-password", "-a", "b", "-w").output == "7461620968657265\n")
      _ = tool.run("add-generic-password", "-a", "c", "-s", "s")
      #expect(tool.run("find-generic-password", "-a", "c", "-w").output == "\n")
    }
  }

  @Test func `Statuses are exit codes`() throws {
    let notFound = "security: SecKeychainSearchCopyNext: The specified item could not be found in the keychain.\n"
    let duplicate =
      "security: SecKeychainItemCreateFromContent (<default>): The specified item already exists in the keychain.\n"
    try withTool { tool in
      #expect(tool.run("find-generic-password", "-s", "none") == Ended(44, "", notFound))
      #expect(tool.run("delete-generic-password", "-s", "none") == Ended(44, "", notFound))
      _ = tool.run("add-generic-password", "-a", "me", "-s", "svc", "-w", "1")
      #expect(tool.run("add-generic-password", "-a", "me", "-s", "svc", "-w", "2") == Ended(45, "", duplicate))
      #expect(tool.run("find-generic-password", "-w").output == "1\n")
      tool.lock()
      #expect(
        tool.run("find-generic-password")
          == Ended(36, "", "security: SecKeychainSearchCopyNext: User interaction is not allowed.\n"))
    }
  }

  @Test func `An item that is there can be updated`() throws {
    try withTool { tool in
      _ = tool.run("add-generic-password", "-a", "me", "-s", "svc", "-w", "old")
      #expect(tool.run("add-generic-password", "-U", "-a", "me", "-s", "svc", "-j", "note", "-w", "new").code == 0)
      #expect(tool.run("find-generic-password", "-w").output == "new\n")
      #expect(tool.run("find-generic-password").output.contains("\"icmt\"<blob>=\"note\"\n"))
    }
  }

  @Test func `Internet passwords know where they are for`() throws {
    try withTool { tool in
      let words = ["add-internet-password", "-a", "u", "-s", "example.com", "-r", "htps", "-P", "443", "-w", "p"]
      #expect(tool.run(words).code == 0)
      let found = tool.run("find-internet-password", "-s", "example.com", "-r", "htps")
      #expect(found.output.contains("class: \"inet\"\n"))
      #expect(found.output.contains("    \"port\"<uint32>=0x000001BB \n"))
      #expect(found.output.contains("    \"ptcl\"<uint32>=\"htps\"\n"))
      #expect(found.output.contains("    \"path\"<blob>=<NULL>\n"))
      #expect(tool.run("find-internet-password", "-s", "example.com", "-P", "80").code == 44)
    }
  }

  @Test func `A deleted item is listed once more`() throws {
    try withTool { tool in
      _ = tool.run("add-generic-password", "-a", "me", "-s", "svc", "-w", "x")
      let deleted = tool.run("delete-generic-password", "-s", "svc")
      #expect(deleted.output.contains("\"acct\"<blob>=\"me\"\n"))
      #expect(deleted.errors == "password has been deleted.\n")
      #expect(tool.run("delete-generic-password", "-s", "svc").code == 44)
    }
  }

  @Test func `Everything can be dumped`() throws {
    try withTool { tool in
      _ = tool.run("add-generic-password", "-a", "1", "-s", "a", "-w", "x")
      _ = tool.run("add-internet-password", "-a", "2", "-s", "b", "-w", "y")
      let dump = tool.run("dump-keychain").output
      #expect(dump.contains("class: \"genp\"\n"))
      #expect(dump.contains("class: \"inet\"\n"))
      #expect(!dump.contains("data:"))
      #expect(tool.run("dump-keychain", "-d").output.contains("data:\n\"y\"\n"))
    }
    try withTool { tool in #expect(tool.run("dump-keychain") == Ended(0)) }
  }

  @Test func `A password is asked for twice`() throws {
    try withTool { tool in
      #expect(tool.run(["add-generic-password", "-a", "a", "-s", "s", "-w"], input: "one\none\n").code == 0)
      #expect(tool.run("find-generic-password", "-w").output == "one\n")
      let wrong = tool.run(["add-generic-password", "-a", "b", "-s", "s", "-w"], input: "1\n2\n1\n2\n3\n3\n")
      #expect(wrong.code == 0)
      #expect(wrong.errors == "passwords don't match\npasswords don't match\n")
    }
  }

  @Test func `The meaning of numbers`() throws {
    try withTool { tool in
      #expect(
        tool.run("error", "-25300", "0x0", "7", "x")
          == Ended(
            1,
            """
            Error: 0xFFFF9D2C -25300 The specified item could not be found in the keychain.
            Error: 0x00000000 0 No error.
            Error: 0x00000007 7 OSStatus 7
            x is not a valid error number.

            """))
    }
  }

  @Test func `Words that are no command are answered as macOS answers them`() throws {
    try withTool { tool in
      #expect(tool.run("frob") == Ended(1, "", "security: unknown command \"frob\"\n"))
      #expect(tool.run([]).code == 2)
      #expect(tool.run("add-generic-password").errors.hasPrefix("Usage: add-generic-password -a account"))
      #expect(tool.run("-h").output.hasPrefix("Usage: security"))
      #expect(tool.run("list-keychains") == Ended(0, "    \"/k\"\n"))
    }
  }

  @Test func `Lines one after the other`() throws {
    try withTool { tool in
      let lines =
        "add-generic-password -a 'a b' -s s -w \"p w\"\nfind-generic-password -w\n\nfind-generic-password -a x\n"
      let ended = tool.run(["-i"], input: lines + "find-generic-password -w\nexit\nfrob\n")
      #expect(ended.code == 0)
      #expect(ended.output == "p w\np w\n")
      #expect(ended.errors.hasSuffix("in the keychain.\nreturned 44\n"))
    }
  }

  // MARK: - item

  @Test func `Items under their own names`() throws {
    try withTool { tool in
      #expect(tool.run("item", "-a", "-q", "class=genp,acct=me,svce=s,gena=g,v_Data=secret").code == 0)
      let shown = tool.run("item", "-g", "-q", "class=genp,acct=me").output
      #expect(shown.contains("acct      : me\n"))
      #expect(shown.contains("class     : genp\n"))
      #expect(shown.hasSuffix("v_Data    : /secret/ 736563726574\n"))
      #expect(tool.run("item", "-u", "labl=new", "-q", "class=genp").code == 0)
      #expect(tool.run("item", "-q", "class=genp,labl=new").code == 0)
      let json = tool.run("item", "-g", "-j", "-q", "class=genp").output
      #expect(json.hasPrefix("[{\"accc\":\"ak\",\"acct\":\"me\",\"agrp\":\"group\","))
      #expect(json.contains("\"v_Data\":\"c2VjcmV0\""))
      #expect(tool.run("item", "-q", "class=genp,acct=other").code == 44)
      #expect(tool.run("item", "-D", "-q", "class=genp").code == 0)
      #expect(tool.run("item", "-q", "class=genp").code == 44)
    }
  }
}
