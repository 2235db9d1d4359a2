// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import KeychainModel
import KeychainObjects
import SecurityTool
import Testing

/// The options of macOS's tool, as scripts give them.
@Suite struct SecurityParserTests {
  private func action(_ words: String...) throws(SecurityUsageError) -> SecurityAction {
    try SecurityParser.action(words[...])
  }

  private func failure(_ words: [String]) -> SecurityUsageError? {
    do throws(SecurityUsageError) {
      _ = try SecurityParser.action(words[...])
      return nil
    } catch {
      return error
    }
  }

  // MARK: - Finding

  @Test func `What is looked for is an attribute`() throws {
    #expect(
      try action("find-generic-password", "-a", "me", "-s", "svc", "-l", "label", "-D", "kind", "-j", "comment")
        == .passwords(
          .find(
            .generic,
            [.account: "me", .service: "svc", .label: "label", .description: "kind", .comment: "comment"], .attributes))
    )
    #expect(
      try action("find-generic-password", "-c", "aapl", "-C", "note", "-G", "g")
        == .passwords(.find(.generic, [.creator: 0x6161_706C, .type: 0x6E6F_7465, .generic: "g"], .attributes)))
    #expect(
      try action(
        "find-internet-password", "-s", "host", "-d", "dom", "-p", "/x", "-P", "443", "-r", "htps", "-t", "form")
        == .passwords(
          .find(
            .internet,
            [
              .server: "host", .securityDomain: "dom", .path: "/x", .port: 443, .networkProtocol: "htps",
              .authenticationType: "form",
            ], .attributes)))
  }

  @Test func `What is shown`() throws {
    #expect(try action("find-generic-password", "-w") == .passwords(.find(.generic, [:], .password)))
    #expect(try action("find-generic-password", "-g") == .passwords(.find(.generic, [:], .both)))
    #expect(try action("find-generic-password", "-gw") == .passwords(.find(.generic, [:], .password)))
    #expect(
      try action("find-generic-password", "-wa", "me", "login.keychain")
        == .within(["login.keychain"], .passwords(.find(.generic, [.account: "me"], .password))))
    #expect(try action("find-generic-password", "-ame") == .passwords(.find(.generic, [.account: "me"], .attributes)))
  }

  // MARK: - Adding

  @Test func `A password is given or asked for`() throws {
    let attributes: ItemAttributes = [.account: "me", .service: "svc", .label: "svc"]
    let base = ["add-generic-password", "-a", "me", "-s", "svc"]
    func add(_ more: String...) throws(SecurityUsageError) -> SecurityAction {
      try SecurityParser.action((base + more)[...])
    }
    #expect(try add("-w", "pw") == .passwords(.add(.generic, attributes, .given(Array("pw".utf8)), .refused)))
    #expect(try add("-w") == .passwords(.add(.generic, attributes, .asked, .refused)))
    #expect(try add() == .passwords(.add(.generic, attributes, .given([]), .refused)))
    #expect(try add("-X", "00fF") == .passwords(.add(.generic, attributes, .given([0, 255]), .refused)))
    #expect(
      try add("-U", "-A", "-T", "/bin/x", "-w", "pw")
        == .passwords(.add(.generic, attributes, .given([0x70, 0x77]), .updated)))
    #expect(
      try add("-w", "pw", "keychain")
        == .within(["keychain"], .passwords(.add(.generic, attributes, .given([0x70, 0x77]), .refused))))
    #expect(
      try add("-l", "name", "-w", "")
        == .passwords(
          .add(
            .generic, [.account: "me", .service: "svc", .label: "name"], .given([]), .refused)))
  }

  @Test(
    arguments: [
      ["add-generic-password", "-a", "me"], ["add-generic-password", "-s", "svc"],
      ["add-generic-password", "-a", "me", "-s", "svc", "-X", "0g"],
      ["add-generic-password", "-a", "me", "-s", "svc", "-X", "000"],
      ["add-generic-password", "-a", "me", "-s", "svc", "one", "two"],
      ["add-internet-password", "-a", "me"], ["delete-generic-password"], ["delete-internet-password", "keychain"],
      ["find-generic-password", "-z"], ["find-generic-password", "-a"], ["find-generic-password", "-h"], ["error"],
      ["list-keychains", "x"], ["list-keychains", "-d", "x"], ["default-keychain", "-s", "a", "b"],
      ["create-keychain"], ["delete-keychain"], ["lock-keychain", "a", "b"], ["unlock-keychain", ""],
      ["set-keychain-settings", "-t", "x"], ["show-keychain-info", "-h"], ["item"],
      ["item", "-a", "-D", "-q", "class=genp"],
      ["item", "-q", "class=genp", "-l", "x"],
    ])
  func `Words that are not enough show the usage`(words: [String]) {
    #expect(failure(words) == .usage(command: words[0]))
    #expect(failure(words)?.exitCode == 2)
  }

  @Test(arguments: ["x", "abcde", "", "ä"]) func `A type has four characters`(text: String) {
    for option in ["-c", "-C"] {
      #expect(failure(["find-generic-password", option, text]) == .badType(text))
    }
    #expect(failure(["find-internet-password", "-r", text])?.exitCode == 1)
  }

  // MARK: - Commands

  @Test func `A beginning is enough where it is unique`() throws {
    #expect(try action("find-g", "-w") == .passwords(.find(.generic, [:], .password)))
    #expect(try action("dump", "-d") == .passwords(.dump(.shown)))
    #expect(failure(["find"]) == .unknownCommand("find"))
    #expect(failure(["frobnicate"]) == .unknownCommand("frobnicate"))
    #expect(failure(["frobnicate"])?.exitCode == 1)
    #expect(failure([])?.exitCode == 2)
  }

  @Test func `The other commands are parsed`() throws {
    #expect(try action("help") == .help(nil))
    #expect(try action("help", "error") == .help("error"))
    #expect(try action("dump-keychain") == .passwords(.dump(.hidden)))
    #expect(try action("error", "-25300", "5") == .error(["-25300", "5"]))
  }

  @Test func `Keychains as a whole`() throws {
    var question = KeychainQuestion(.list)
    #expect(try action("list-keychains", "-d", "user") == .keychains(question))
    question.change = ["a", "b"]
    #expect(try action("list-keychain", "-d", "user", "-s", "a", "b") == .keychains(question))
    question.change = []
    #expect(try action("list-keychains", "-s") == .keychains(question))
    question = KeychainQuestion(.standard)
    question.domain = .system
    #expect(try action("default-keychain", "-d", "system") == .keychains(question))
    #expect(try action("login-keychain") == .keychains(KeychainQuestion(.login)))
    #expect(
      try action("create-keychain", "-p", "pw", "a", "b")
        == .keychainFile(.create(["a", "b"], password: Array("pw".utf8))))
    #expect(try action("create-keychain", "-p", "", "a") == .keychainFile(.create(["a"], password: [])))
    #expect(try action("delete-keychain", "a") == .keychainFile(.delete(["a"])))
    #expect(try action("lock-keychain", "-a") == .keychainFile(.lockAll))
    #expect(try action("lock-keychain") == .keychainFile(.lock(nil)))
    #expect(try action("unlock-keychain", "-p", "x", "a") == .keychainFile(.unlock("a", password: [0x78])))
    #expect(try action("unlock-keychain", "-u") == .keychainFile(.unlock(nil, password: nil)))
    #expect(
      try action("set-keychain-password", "-o", "x", "-p", "y", "a")
        == .keychainFile(.setPassword("a", old: [0x78], new: [0x79])))
    #expect(
      try action("set-keychain-settings", "-lut", "21600", "a")
        == .keychainFile(.setSettings("a", KeychainSettings(locksOnSleep: true, timeout: 21600))))
    #expect(try action("set-keychain-settings", "-u", "a") == .keychainFile(.setSettings("a", KeychainSettings())))
    #expect(try action("show-keychain-info") == .keychainFile(.showInfo(nil)))
    #expect(
      try action("set-key-partition-list", "-S", "apple:", "-s", "-k", "p", "a")
        == .within(["a"], .partitionList(.key, [.canSign: 1], password: [0x70])))
  }

  @Test func `What is known and not carried out`() throws {
    for command in RefusedCommand.all {
      #expect(try action(command.name, "-any", "words") == .refused(command))
      #expect(command.reason.hasSuffix("."))
    }
    let names = RefusedCommand.all.map(\.name) + SecurityParser.commands.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test func `Options before the command`() throws {
    let (mode, rest) = try SecurityParser.mode(["-q", "-p", "> ", "find-generic-password", "-w"])
    #expect(mode.isQuiet && mode.isInteractive && mode.prompt == "> ")
    #expect(Array(rest) == ["find-generic-password", "-w"])
    #expect(Array(try SecurityParser.mode(["-h"]).1) == ["help"])
    #expect(throws: SecurityUsageError.noCommand) { _ = try SecurityParser.mode(["-z"]) }
  }

  @Test(
    arguments: [
      ("a b", ["a", "b"]), ("  a\t 'b c' \"d e\"f ", ["a", "b c", "d ef"]),
      (#"a\ b "c\"d" 'e\f'"#, ["a b", "c\"d", "e\\f"]),
      ("''", [""]), ("", []), ("'open", nil),
    ] as [(String, [String]?)])
  func `A line has words`(line: String, words: [String]?) {
    #expect(SecurityLine.words(line) == words)
  }

  @Test(
    arguments: [
      ("-25300", "0xFFFF9D2C -25300 The specified item could not be found in the keychain."),
      ("-25264", "0xFFFF9D50 -25264 MAC verification failed during PKCS12 import (wrong password?)"),
      ("-909", "0xFFFFFC73 -909 Bad parameter or invalid state for operation."),
      (
        "0xFFFF9D28",
        "0xFFFF9D28 -25304 The specified item is no longer valid. It may have been deleted from the keychain."
      ),
      ("4294899453", "0xFFFEF6FD -67843 The certificate was not trusted."),
      ("0", "0x00000000 0 No error."), ("-2", "0xFFFFFFFE -2 OSStatus -2"),
    ])
  func `A number has the text that apps are given`(number: String, text: String) {
    #expect(SecurityHelp.error(number) == "Error: " + text)
  }

  @Test func `What is no number has no text`() {
    for text in ["", "x", "99999999999", "0x"] {
      #expect(SecurityHelp.error(text) == "\(text) is not a valid error number.")
    }
  }

  @Test func `Base64 is decoded only as it is encoded`() {
    for bytes in [[], [0], [0, 1], [0, 1, 2], [255, 254, 253, 252]] as [[UInt8]] {
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }
    #expect(Base64.encode(Array("foob".utf8)) == "Zm9vYg==")
    for text in ["Zg", "Zg=", "Zh==", "Z===", "====", "Zg==Zg==", "Zm9v\n"] { #expect(Base64.decode(text) == nil) }
  }
}
