// SPDX-License-Identifier: Apache-2.0
import BrowserHost
import EventualConditions
import Foundation
import RunningInstance
import Testing
import Threads

/// The owner's passkeys in the page.
@Suite(
  .enabled(if: Program.canMount, "nothing can be mounted here"),
  .enabled(if: Program.isInstalled("chromedriver"), "Scripts/setup test installs Chromium"))
struct PasskeyWalks {
  private static let passcode = RunningInstance.passcode + "\n"

  /// One at each of two sites, one of them with a name that is read otherwise than it is signed.
  func take(into instance: RunningInstance) throws {
    let url = instance.home.deletingLastPathComponent().appending(path: "other.json")
    try KnownPasskey.write(
      [
        try KnownPasskey("ada", at: "xn--bcher-kva.example"),
        try KnownPasskey("grace with a name of many words, all of which are shown", at: "example.com"),
      ], to: url)
    try instance.succeed(["passkey", "import", url.path, "--yes"], input: Self.passcode)
  }

  private func listed(_ instance: RunningInstance, _ words: String...) throws -> [[String: Any]] {
    let text = try instance.succeed(["passkey", "list", "--json"] + words, input: Self.passcode).output
    return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] ?? []
  }

  @Test func `They are listed, renamed, deleted and restored with the passcode, and leave the page at a lock`() throws {
    try withConsole { console throws in
      try take(into: console.instance)
      let lines = try console.browse(
        "passkeys_listed", "passkey_renamed", "passkey_deleted", "passkey_restored",
        "run:\(console.command("lock --now"))", "locked_passkeys")
      let grace = "['example.com', 'grace with a name of many words, all of which are shown']"
      #expect(
        lines == RunningConsole.looked("passkeys-closed") + [
          "wrong passcode: That was not the passcode. []", "listed: [\(grace), ['bücher.example', 'ada']]",
          "passcodes in the page: 0",
        ] + RunningConsole.looked("passkeys") + RunningConsole.translated + [
          "found: [\(grace)] 1 of 2",
          "shown: ['Address', 'Account', 'Created', 'Signed in last', 'Leaves this device', 'Kept for the site']",
        ] + RunningConsole.looked("passkeys-one") + ["wrong passcode: That was not the passcode. ['my mail', '']"]
          + RunningConsole.looked("passkeys-rename") + ["renamed: ['bücher.example', 'ada · my mail']"]
          + RunningConsole.looked("passkeys-delete") + ["deleted: ['Deleted'] ['example.com', 'bücher.example']"]
          + RunningConsole.looked("passkeys-deleted") + [
            "restored: ['example.com', 'bücher.example']", "left at the lock: 0", "state: Locked",
          ] + RunningConsole.looked("passkeys-locked") + ["errors: []"])
      try console.instance.unlock()
      let names = try listed(console.instance).map { $0["name"] as? String ?? "" }
      #expect(Set(names) == ["", "my mail"])
    }
  }

  @Test func `What is deleted in one window leaves the other, and an owner without passkeys reads how to have some`()
    throws
  {
    try withConsole { console throws in
      #expect(
        try console.browse("no_passkeys") == ["none: sudo bailey browser install"]
          + RunningConsole.looked("passkeys-none")
          + [
            "errors: []"
          ])
    }
    try withConsole { console throws in
      try take(into: console.instance)
      #expect(try console.browse("passkeys_in_two_windows") == ["closed: []", "errors: []"])
      #expect(try listed(console.instance).count == 1 && listed(console.instance, "--deleted").count == 2)
    }
  }

  @Test func `One entry of the passcode in the page unlocks for a site and signs in there, once, upon a yes`() throws {
    try withConsole { console throws in
      let folder = console.instance.home.deletingLastPathComponent()
      let passkeys = [try KnownPasskey("ada"), try KnownPasskey("grace")]
      let file = folder.appending(path: "two.json")
      try KnownPasskey.write(passkeys, to: file)
      try console.instance.succeed(["passkey", "import", file.path, "--yes"], input: Self.passcode)
      let site = WaitingSite(of: passkeys[1], console.instance, folder)
      let lock = "run:\(console.command("lock --now"))"
      let first = site.asks(for: nil, "first")
      let second = site.asks(for: passkeys[1].identifier, "second")
      let third = site.asks(for: passkeys[1].identifier, "third")
      let lines = try console.browse(
        lock, first, "unlocks_for_site", "chooses_account", "reads_what_for", "agrees",
        lock, second, "unlocks_for_site", "says_no", third, "asked_again", "consent_gone")
      let wrong = "wrong passcode: That was not the passcode."
      #expect(
        lines == [wrong, "read: You have given your passcode to unlock. It is used for this, too, if you confirm. 0 0"]
          + RunningConsole.looked("passkey-given") + [
            "agreed", wrong, "refused", "asked again: 1", "gone", "errors: []",
          ])
      try eventually { site.ends.withLock { $0.count } == 3 }
      #expect(site.ends.withLock { $0 } == ["first: signed", "second: refused", "third: signed"])
      #expect(try console.instance.report().state == "unlocked")
    }
  }

  @Test(.enabled(if: LongTests.areWanted, "in full"))
  func `What a site asks fits and can be read at each width, in each scheme and each language`() throws {
    try withConsole { console throws in
      let folder = console.instance.home.deletingLastPathComponent()
      let passkeys = [try KnownPasskey("ada"), try KnownPasskey("grace")]
      let file = folder.appending(path: "two.json")
      try KnownPasskey.write(passkeys, to: file)
      try console.instance.succeed(["passkey", "import", file.path, "--yes"], input: Self.passcode)
      let site = WaitingSite(of: passkeys[1], console.instance, folder)
      let lines = try console.browse(
        "run:\(console.command("lock --now"))", site.asks(for: nil, "first"), "site_in_all", "count_seen")
      #expect(lines == ["views: 9", "errors: []"])
    }
  }
}

/// A site that asks for a sign-in when a walk in the page has come so far.
private final class WaitingSite: Sendable {
  let ends = Locked<[String]>([])
  private let passkey: KnownPasskey
  private let instance: RunningInstance
  private let folder: URL

  init(of passkey: KnownPasskey, _ instance: RunningInstance, _ folder: URL) {
    (self.passkey, self.instance, self.folder) = (passkey, instance, folder)
  }

  /// The step of the walk at which it asks, for one credential or any.
  func asks(for credential: String?, _ name: String) -> String {
    let sign = folder.appending(path: name).path
    _ = try? SystemThread.start(named: "site") { [self] in
      // The walk's own steps have limits; what comes before this one may take longer than any of them.
      while !FileManager.default.fileExists(atPath: sign) {
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        Thread.sleep(forTimeInterval: 0.02)
      }
      let signIn = try? BrowserHost(instance).signIn(credential, at: passkey.site)
      let end = signIn.flatMap { try? passkey.signed($0) } == true ? "signed" : "refused"
      ends.withLock { $0.append("\(name): \(end)") }
    }
    return "run:touch '\(sign)'"
  }
}
