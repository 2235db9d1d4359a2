// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import RunningInstance
import Testing

/// The console of a real instance in a real browser.
@Suite(
  .enabled(if: Program.canMount, "nothing can be mounted here"),
  .enabled(if: Program.isInstalled("chromedriver"), "Scripts/setup test installs Chromium"))
struct BrowserScenarios {
  @Test func `A person locks and unlocks in the page, in both colour schemes, three languages and two widths`() throws {
    try withConsole { console in
      let lines = try console.browse("overview", "requests_page")
      #expect(
        lines == [
          "state: Unlocked", "state: Locked", "wrong passcode: That was not the passcode.", "last tries: warned of",
          "state: Unlocked", "passcodes in the page: 0", "space: shown",
        ] + RunningConsole.looked("overview") + RunningConsole.translated + ["address without token: True"]
          + RunningConsole.looked("requests")
          + RunningConsole.translated + ["errors: []"])
      #expect(try console.instance.status().contains("\"unlocked\""))
      // Neither what was typed nor what opens the pages stands in a file.
      for word in [RunningInstance.passcode] + console.words {
        let folder = console.instance.home.deletingLastPathComponent().path
        #expect(try Program.run("grep", ["-rlF", "--exclude-dir=mount", word, folder]).output.isEmpty)
      }
    }
  }

  @Test func `On a narrow screen the pages are a menu, and every page skips, locks and unlocks`() throws {
    try withConsole { console in
      let lines = try console.browse("getting_around")
      #expect(
        lines == ["menu: 11 pages"] + RunningConsole.looked("menu") + [
          "Escape: False menu", "skipped to: page#security", "state: Locked",
          "wrong passcode: That was not the passcode.", "state: Unlocked", "page: Security 0 passcodes", "errors: []",
        ])
    }
  }

  @Test func `The passcode and the settings of locking are changed in the page`() throws {
    try withConsole { console in
      let lines = try console.browse("security")
      #expect(
        lines == ["root key: shown"] + RunningConsole.looked("security") + RunningConsole.translated + [
          "typed twice: The two new passcodes are not the same.",
          "old one wrong: That was not the passcode. ['', '', '']",
          "changed: 0 passcodes in the page",
          "longer: That was not the passcode. 10", "shorter: 0 dialogs",
        ] + RunningConsole.looked("security-dialog") + ["settings: counts at once", "errors: []"])
      let settings = try console.instance.succeed(["settings"]).output
      #expect(settings == "grace-seconds=60\nerase-after-ten=yes\n")
      let enclave = try #require(console.instance.processes(named: "bailey-enclave").first)
      try console.instance.succeed(["lock"])
      #expect(try console.instance.status().contains("\"grace\""))
      #expect(console.instance.processes(named: "bailey-enclave") == [enclave])
      try console.instance.lock()
      try console.instance.succeed(["unlock"], input: "another 4711\n")
    }
  }

  @Test func `What a new passcode is worth is said as it is typed, and the warning of a short one goes`() throws {
    try withConsole { console throws in
      let lines = try console.browse("estimates")
      #expect(lines.first == "123: A new passcode has 4 characters at least.")
      #expect(
        lines.contains(
          "1234: A thief of the disk with a fast graphics card guesses such a passcode in less than a second. Longer ones last."
        ))
      #expect(lines.contains { $0.hasPrefix("correct horse 42: A thief of the disk with a fast graphics card needs ") })
      #expect(
        lines.contains(
          "['1 10', '4 10', '4 10', '4 1000', '4 10000', '4 456976', '8 26', '9 3844', '4 100000000', '3 205379', '12 2704']"
        ))
    }
    try withConsole { console throws in
      try console.instance.succeed(["passcode", "change"], input: "\(RunningInstance.passcode)\n1234\n")
      #expect(
        try console.browse("warned_of_short") == RunningConsole.looked("overview-short") + [
          "warned until it was long", "errors: []",
        ])
    }
  }

  @Test func `The first passcode is set in the page, and everything is erased there`() throws {
    try withConsole(passcode: .absent) { console in
      let lines = try console.browse("first_passcode", "erase")
      #expect(
        lines == ["set", "not typed: Type ERASE to go on."] + RunningConsole.looked("erased") + [
          "erased", "errors: []",
        ])
      #expect(try console.instance.bailey(["status"]).exitCode == 1)
    }
  }

  @Test func `Secrets leave the page before it says that it is locked`() throws {
    try withConsole { console in
      try console.add("github.com", "tr0ub4dor")
      try console.add("example.org", "correcthorse")
      let lines = try console.browse(
        "passwords", "run:\(console.command("lock --now"))", "locked_passwords")
      #expect(
        lines == RunningConsole.looked("passwords-closed") + [
          "wrong passcode: That was not the passcode.", "items: ['example.org', 'github.com']",
        ] + RunningConsole.looked("passwords") + RunningConsole.translated + [
          "found: ['github.com']", "secrets before they are asked for: 0", "shown",
        ] + RunningConsole.looked("passwords-item") + ["left at the lock: 10", "state: Locked"]
          + RunningConsole.looked("passwords-locked") + ["errors: []"])
    }
  }

  @Test func `Passwords are added, made up, edited and taken in from a file, and what Bailey made stands apart`() throws
  {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    let rows = #"""
      name,url,username,password,note
      Example,https://example.org/login,ada,"pa,ss ""1""","two
      lines"
      Shop,https://shop.example,bob," secret ",
      Nothing,https://x.example,bob,,
      Shop,https://shop.example,bob,other,
      Shop again,https://shop.example,bob," secret ",

      """#
    try Data(rows.utf8).write(to: file)
    try withConsole { console throws in
      try console.instance.succeed(["app", "ca"], input: "\(RunningInstance.passcode)\n")
      let lines = try console.browse(["own_passwords"], environment: ["PASSWORDS": file.path])
      #expect(
        lines == ["made up: 23 of True"] + RunningConsole.looked("passwords-add") + [
          "listed: ['Yours', 'My mail', 'Made by Bailey itself', 'bailey app ca']",
          "twice: There is one for this site and account already.",
          "asked: Import 5 passwords from \(file.lastPathComponent)?",
          "imported: Added: 2. There already: 1. Without site or password: 1. "
            + "Another password is here for the same account, and was left as it is: 1. "
            + "['Yours', 'Example', 'Post', 'Shop', 'Made by Bailey itself', 'bailey app ca']",
        ] + RunningConsole.translated + ["secrets in the page: 0", "errors: []"])
      let find = ["keychain", "find", "--secret-only"]
      #expect(try console.instance.succeed(find + ["service=mail.example"]).output.hasPrefix("new secret"))
      #expect(try console.instance.succeed(find + ["service=example.org"]).output.hasPrefix(#"pa,ss "1""#))
      #expect(try console.instance.succeed(find + ["service=shop.example"]).output.hasPrefix(" secret "))
    }
  }

  @Test func `A password is deleted in the page`() throws {
    try withConsole { console in
      try console.add("github.com", "tr0ub4dor")
      #expect(
        try console.browse("delete_password") == ["not typed: Type DELETE to go on."]
          + RunningConsole.looked("passwords-delete") + ["deleted", "errors: []"])
      #expect(try console.instance.security("find-generic-password", "-s", "github.com").exitCode == 44)
    }
  }

  @Test func `What is deleted in one window leaves the other`() throws {
    try withConsole { console in
      try console.add("github.com", "tr0ub4dor")
      try console.add("example.org", "correcthorse")
      #expect(try console.browse("delete_in_one_window") == ["gone in 2 windows", "errors: []"])
    }
  }

  @Test func `Files are shown with their classes, and a check runs from the page`() throws {
    try withConsole { console in
      let folder = console.instance.mount.appending(path: "diary")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      let file = folder.appending(path: "monday.txt")
      try Data("rain".utf8).write(to: file)
      try console.instance.setClass("complete", of: file)
      let reader = try Background("sh", ["-c", "exec sleep 60 < '\(file.path)'"])
      defer { reader.kill() }
      let lines = try console.browse("files")
      #expect(
        lines == [
          "tree: ['diary', 'monday.txt', '4 bytes'] ['completeUntilFirstUserAuthentication', 'complete']",
          "focus stays: diary",
          "open: Closes at a lock",
        ] + RunningConsole.looked("files") + RunningConsole.translated + ["errors: []"])
    }
  }

  @Test func `Two windows of a browser show the same`() throws {
    try withConsole { console in
      let lines = try console.browse("second_window")
      #expect(lines == ["state: Unlocked", "state: Locked", "state: Locked", "errors: []"])
    }
  }

  @Test func `The question of an app is answered in the page`() throws {
    try withConsole { console throws in
      let app = try ClientProgram("asker", of: console.instance, copying: "sample-app")
      let answer = app.path + ".answer"
      // Somebody can be asked once the page listens: until then the app hears at once that nobody is there.
      let once = "\(console.variables) '\(app.path)' context , evaluate > '\(answer)'"
      let ask = "(for try in $(seq 100); do \(once); grep -q yes '\(answer)' && break; sleep 0.1; done) &"
      #expect(try console.browse("run:\(ask)", "request") == ["asked: see the diary", "answered", "errors: []"])
      try eventually { try String(contentsOfFile: answer, encoding: .utf8).contains("yes") }
      #expect(try String(contentsOfFile: answer, encoding: .utf8).hasSuffix("yes\n"))
    }
  }

  @Test func `The address is good once`() throws {
    try withConsole { console in
      let answers = [try console.exchangeToken(), try console.exchangeToken()]
      #expect(answers == ["200", "401"])
    }
  }

  /// The socket is on the loopback address, which every user of the machine reaches.
  @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
  func `Another user of this machine is told nothing`() throws {
    try withConsole { console in
      let paths = [
        "overview", "keychain/-/-/0", "events", "files/-/name/0/", "privacy", "accesses/0", "widgets", "apps/a/icon",
      ]
      let answers = try paths.map { path in
        try Program.run(
          "setpriv",
          [
            "--reuid=65534", "--regid=65534", "--clear-groups", "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}",
            console.page + "api/" + path,
          ]
        ).output
      }
      // What `curl` says of a connection that ends without an answer.
      #expect(answers == paths.map { _ in "000" })
      let process = "/proc/\(console.process.process)"
      // The token stands in no place that others can read.
      for file in ["\(process)/cmdline", "\(process)/environ", console.instance.home.path] {
        for word in console.words {
          let seen = try Program.run(
            "setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", "grep", "-r", word, file])
          #expect(seen.output.isEmpty)
        }
      }
    }
  }
}
