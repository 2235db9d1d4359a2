// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainModel
import Testing
import ToolHarness

@testable import SecurityTool

/// Keychains as a whole, as scripts written for macOS make, open and delete them.
@Suite struct SecurityKeychainTests {
  private func line(_ path: String) -> String { "    \"\(path)\"\n" }

  @Test func `What a script for a mac does`() throws {
    try withTool { tool in
      #expect(tool.run("create-keychain", "-p", "pw", "build.keychain") == Ended(0))
      #expect(tool.run("set-keychain-settings", "-lut", "21600", "build.keychain") == Ended(0))
      #expect(tool.run("unlock-keychain", "-p", "pw", "build.keychain") == Ended(0))
      #expect(
        tool.run("show-keychain-info", "build.keychain")
          == Ended(0, "", "Keychain \"build.keychain\" lock-on-sleep timeout=21600s\n"))
      #expect(tool.run("list-keychains", "-d", "user", "-s", "build.keychain", "/k") == Ended(0))
      #expect(tool.run("list-keychains") == Ended(0, line("/b/keychains/build.keychain-db") + line("/k")))
      #expect(tool.run("add-generic-password", "-a", "ci", "-s", "token", "-w", "t", "build.keychain-db") == Ended(0))
      let found = tool.run("find-generic-password", "-s", "token")
      #expect(found.output.hasPrefix("keychain: \"/b/keychains/build.keychain-db\"\n"))
      #expect(tool.run("find-generic-password", "-w", "-s", "token", "/k").code == 44)
      #expect(tool.run("delete-keychain", "build.keychain") == Ended(0))
      #expect(tool.run("list-keychains") == Ended(0, line("/k")))
      #expect(tool.run("find-generic-password", "-s", "token").code == 44)
    }
  }

  @Test func `Each failure has its code`() throws {
    try withTool { tool in
      _ = tool.run("create-keychain", "-p", "pw", "a")
      #expect(
        tool.run("create-keychain", "-p", "pw", "a")
          == Ended(48, "", "security: SecKeychainCreate a: A keychain with the same name already exists.\n"))
      let wrong = "The user name or passphrase you entered is not correct.\n"
      #expect(tool.run("unlock-keychain", "-p", "no", "a") == Ended(51, "", "security: SecKeychainUnlock a: " + wrong))
      #expect(tool.run("set-keychain-password", "-o", "no", "-p", "x", "a").code == 51)
      let none = "The specified keychain could not be found.\n"
      #expect(tool.run("unlock-keychain", "-p", "pw", "b") == Ended(50, "", "security: SecKeychainUnlock b: " + none))
      #expect(tool.run("delete-keychain", "b") == Ended(50, "", "security: SecKeychainDelete: " + none))
      for words in [
        ["lock-keychain", "b"], ["show-keychain-info", "b"], ["set-keychain-settings", "b"],
        ["set-keychain-password", "-o", "x", "-p", "y", "b"], ["default-keychain", "-s", "b"],
        ["find-generic-password", "-s", "x", "b"], ["add-generic-password", "-a", "a", "-s", "s", "-w", "x", "b"],
        ["find-identity", "b"], ["find-certificate", "/Library/Keychains/System.keychain"],
      ] {
        #expect(tool.run(words).code == 50, "\(words)")
      }
      #expect(tool.run("create-keychain", "a\nb").code == 50)
      // These end with 1 on macOS too, whatever it was.
      for words in [["dump-keychain", "b"], ["export", "-k", "b"]] {
        let ended = tool.run(words)
        #expect(ended.code == 1 && ended.errors.hasSuffix(none), "\(words): \(ended)")
      }
    }
  }

  @Test func `A locked keychain gives nothing without its password`() throws {
    try withTool { tool in
      _ = tool.run("create-keychain", "-p", "old", "a")
      _ = tool.run("add-generic-password", "-a", "me", "-s", "s", "-w", "x", "a")
      #expect(tool.run("lock-keychain", "a") == Ended(0))
      for words in [
        ["find-generic-password", "-w", "a"], ["add-generic-password", "-a", "b", "-s", "s", "-w", "x", "a"],
        ["show-keychain-info", "a"], ["set-keychain-settings", "a"],
      ] {
        #expect(tool.run(words).code == 36, "\(words)")
      }
      #expect(tool.run("set-keychain-password", "-o", "old", "-p", "new", "a") == Ended(0))
      #expect(tool.run(["unlock-keychain", "a"], input: "old\n").code == 51)
      #expect(tool.run(["unlock-keychain", "a"], input: "new\n") == Ended(0))
      #expect(tool.run("find-generic-password", "-w", "a") == Ended(0, "x\n"))
      #expect(tool.run("lock-keychain", "-a") == Ended(0))
      #expect(tool.run("find-generic-password", "-w", "a").code == 36)
    }
  }

  @Test func `Passwords are asked for`() throws {
    try withTool { tool in
      #expect(tool.run(["create-keychain", "a"], input: "typed\n") == Ended(0))
      _ = tool.run("lock-keychain", "a")
      #expect(tool.run("unlock-keychain", "-p", "typed", "a") == Ended(0))
      #expect(tool.run(["set-keychain-password", "a"], input: "typed\nnew\n") == Ended(0))
      #expect(tool.run("unlock-keychain", "-p", "new", "a") == Ended(0))
      #expect(tool.run("create-keychain", "b").code == 1)
    }
  }

  @Test func `New items go to the default`() throws {
    try withTool { tool in
      #expect(tool.run("default-keychain") == Ended(0, line("/k")))
      #expect(tool.run("login-keychain") == Ended(0, line("/k")))
      _ = tool.run("create-keychain", "-p", "", "a")
      #expect(tool.run("default-keychain", "-d", "user", "-s", "a") == Ended(0))
      #expect(tool.run("default-keychain") == Ended(0, line("/b/keychains/a-db")))
      _ = tool.run("add-generic-password", "-a", "me", "-s", "s", "-w", "x")
      #expect(tool.run("find-generic-password", "-s", "s").code == 44)
      #expect(tool.run("find-generic-password", "-w", "-s", "s", "/b/keychains/a-db") == Ended(0, "x\n"))
      // What is there already is changed where it would be added, not where it is found first.
      _ = tool.run("add-generic-password", "-a", "me", "-s", "s", "-w", "other", "/k")
      #expect(tool.run("add-generic-password", "-a", "me", "-s", "s", "-w", "y", "-U") == Ended(0))
      #expect(tool.run("find-generic-password", "-w", "-s", "s", "/k") == Ended(0, "other\n"))
      #expect(tool.run("find-generic-password", "-w", "-s", "s", "a") == Ended(0, "y\n"))
      #expect(tool.run("default-keychain", "-s") == Ended(0))
      #expect(tool.run("default-keychain") == Ended(0, line("/k")))
      #expect(tool.run("list-keychains", "-s") == Ended(0))
      #expect(tool.run("list-keychains") == Ended(0))
      #expect(tool.run("list-keychains", "-d", "system") == Ended(0))
      #expect(tool.run("default-keychain", "-d", "system").code == 37)
      #expect(tool.run("list-keychains", "-d", "system", "-s", "a").code == 252)
      #expect(tool.run("login-keychain", "-s", "a").code == 252)
    }
  }

  @Test func `The login keychain of programs is searched once it is there`() throws {
    try withTool { tool in
      #expect(tool.run("list-keychains") == Ended(0, line("/k")))
      #expect(tool.run("create-keychain", "-p", "x", "/b/login.keychain") == Ended(0))
      #expect(tool.run("list-keychains") == Ended(0, line("/k") + line("/b/login.keychain-db")))
      #expect(tool.run("delete-keychain", "/b/login.keychain").code == 52)
      var other = tool
      other.paths.followsMacOS = true
      #expect(other.run("list-keychains") == Ended(0, line("/b/login.keychain-db")))
      #expect(other.run("login-keychain") == Ended(0, line("/b/login.keychain-db")))
      #expect(other.run("add-generic-password", "-a", "me", "-s", "s", "-w", "x") == Ended(0))
      #expect(tool.run("find-generic-password", "-s", "s").output.hasPrefix("keychain: \"/b/login.keychain-db\"\n"))
    }
  }

  @Test func `What the devices keychain cannot is refused with a reason`() throws {
    try withTool { tool in
      for words in [
        ["lock-keychain"], ["lock-keychain", "login.keychain"], ["delete-keychain", "login.keychain"],
        ["set-keychain-password", "-o", "a", "-p", "b"], ["set-keychain-settings", "-l"],
        ["set-keychain-settings", "-t", "60", "/home/me/Library/Keychains/login.keychain-db"],
      ] {
        let ended = tool.run(words)
        #expect(ended.code == 252 && ended.errors.split(separator: "\n").count >= 2, "\(words): \(ended)")
      }
      #expect(tool.run("create-keychain", "-p", "x", "login.keychain").code == 48)
      // What is so already.
      #expect(tool.run("set-keychain-settings", "login.keychain") == Ended(0))
      #expect(tool.run("unlock-keychain", "-p", "whatever", "login.keychain") == Ended(0))
    }
  }

  @Test func `Names of keychains`() throws {
    try withTool { tool in
      var paths = tool.paths
      let build = KeychainKind.named(try #require(KeychainName("build.keychain")))
      for word in [
        "build.keychain", "build.keychain-db", "/home/me/Library/Keychains/build.keychain-db",
        "/b/keychains/build.keychain", "/srv/../b//keychains/./build.keychain-db", "../b/keychains/build.keychain",
      ] {
        #expect(paths.kind(word) == build, "\(word)")
      }
      #expect(paths.path(build) == "/b/keychains/build.keychain-db")
      let elsewhere = KeychainKind.named(try #require(KeychainName("/srv/x/app.keychain")))
      for word in ["x/app.keychain", "/srv/x/app.keychain-db"] { #expect(paths.kind(word) == elsewhere) }
      #expect(paths.path(elsewhere) == "/srv/x/app.keychain-db")
      for word in ["login.keychain", "login.keychain-db", "/home/me/Library/Keychains/login.keychain-db", "/k"] {
        #expect(paths.kind(word) == .dataProtection, "\(word)")
      }
      #expect(paths.kind("/b/login.keychain-db") == .named(.login))
      paths.followsMacOS = true
      #expect(paths.kind("login.keychain") == .named(.login))
      for kind in [build, elsewhere, .named(.login), .dataProtection] { #expect(paths.kind(paths.path(kind)) == kind) }
    }
  }

  @Test func `A partition list takes the keychains password`() throws {
    try withTool { tool in
      _ = tool.run("create-keychain", "-p", "pw", "a")
      _ = tool.run("add-generic-password", "-a", "me", "-s", "s", "-w", "x", "a")
      let words = ["set-generic-password-partition-list", "-s", "s", "-S", "apple:"]
      #expect(tool.run(words + ["-k", "no", "a"]).code == 1)
      #expect(tool.run(words + ["-k", "pw", "a"]).code == 0)
      #expect(tool.run(words + ["-k", "pw", "/k"]).code == 1)
    }
  }

  // MARK: - Every sub-command that scripts may know

  /// What it ends with where there is nothing, and nothing is given: it works, or says why not.
  private static let table: [(words: [String], code: Int32)] =
    [
      (["help"], 0), (["list-keychains"], 0), (["default-keychain"], 0), (["login-keychain"], 0),
      (["dump-keychain"], 0), (["error", "0"], 1), (["unlock-keychain"], 0), (["show-keychain-info"], 0),
      (["set-keychain-settings"], 0), (["lock-keychain"], 252), (["lock-keychain", "-a"], 0),
      (["create-keychain"], 2), (["delete-keychain"], 2), (["set-keychain-password", "-o", "x", "-p", "y"], 252),
      (["find-generic-password"], 44), (["find-internet-password"], 44), (["find-certificate"], 44),
      (["find-certificate", "-a"], 0), (["find-identity"], 0), (["add-generic-password"], 2),
      (["add-internet-password"], 2), (["add-certificates"], 2), (["delete-generic-password"], 2),
      (["delete-internet-password"], 2), (["delete-certificate"], 2), (["delete-identity"], 2), (["import"], 2),
      (["import", "/nowhere"], 1), (["export"], 1), (["verify-cert"], 2), (["item"], 2),
      (["set-generic-password-partition-list"], 1), (["set-internet-password-partition-list"], 1),
      (["set-key-partition-list"], 1),
    ] + RefusedCommand.all.map { ([$0.name], 252) }

  @Test func `Every sub command works or says why not`() throws {
    try withTool { tool in
      for (words, code) in Self.table {
        let ended = tool.run(words)
        #expect(ended.code == code, "\(words): \(ended)")
        if code == 252 {
          let lines = ended.errors.split(separator: "\n")
          #expect(lines.first?.hasSuffix(": Function or operation not implemented.") == true, "\(words)")
          #expect(lines.count >= 2, "\(words) says why")
        }
      }
    }
    let named = Set(Self.table.map { $0.words[0] })
    for command in SecurityParser.commands { #expect(named.contains(command.name), "\(command.name)") }
    for name in ["add-trusted-cert", "cms", "authorizationdb", "leaks", "platformsso"] { #expect(named.contains(name)) }
  }
}
