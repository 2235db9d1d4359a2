// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RepositoryFolder
import RunningInstance
import Testing

/// What the pages do while Bailey is away or slow, who else may not reach them, and how they are used without a mouse.
@Suite(
  .serialized, .enabled(if: Program.canMount, "nothing can be mounted here"),
  .enabled(if: Program.isInstalled("chromedriver"), "Scripts/setup test installs Chromium"))
struct AbsenceWalks {
  @Test func `A page says that Bailey is away, goes on by itself, and loses no typed text but passcodes`() throws {
    try withConsole { console throws in
      let (down, up) = (console.command("down"), console.command("up --mount '\(console.instance.mount.path)'"))
      let lines = try console.browse(
        "type_everywhere", "run:\(down)", "away", "run:\(up)", "back_again", "typed_passcode", "run:\(down)", "away",
        "passcode_gone")
      let says = "says: Bailey does not answer. This page goes on by itself when it does."
      #expect(
        lines == [
          "typed", says, "typed text: /home/me/Half.ap", "typed a passcode", says, "left of it: ''", "errors: []",
        ])
    }
  }

  @Test func `A stopped Bailey is shown as stopped, and offers nothing that it cannot do`() throws {
    try withConsole { console throws in
      let (down, up) = (console.command("down"), console.command("up --mount '\(console.instance.mount.path)'"))
      #expect(
        try console.browse("run:\(down)", "stopped", "run:\(up)", "starts_again") == [
          "state: Not running", "can be done: []",
          "says: Bailey does not run, or does not answer: nothing can be read, locked or answered here until it does.",
        ] + RunningConsole.looked("stopped") + ["state: Not unlocked yet", "errors: []"])
    }
  }

  @Test func `A page says that Bailey is slow, and does what was asked when it answers`() throws {
    try withConsole { console throws in
      try console.instance.lock()
      let enclave = try #require(console.instance.processes(named: "bailey-enclave").first)
      let lines = try console.browse("run:kill -STOP \(enclave)", "slow", "run:kill -CONT \(enclave)", "fast_again")
      #expect(
        lines == [
          "slow: Bailey is slow to answer. This page goes on when it does.",
          "in Italian: Bailey risponde lentamente. La pagina continua quando risponde.", "state: Unlocked",
          "fast again", "errors: []",
        ])
    }
  }

  @Test func `When nobody is there the pages are emptied, and only the passcode leads on`() throws {
    try withConsole("--idle-seconds", "15") { console throws in
      try console.add("github.com", "tr0ub4dor")
      #expect(
        try console.browse("idle") == ["left in the page: 0"] + RunningConsole.looked("idle") + [
          "asked: 423", "wrong passcode: That was not the passcode.", "goes on: 0 passcodes in the page", "errors: []",
        ])
    }
  }

  /// A longer time than ten minutes cannot be asked for.
  @Test func `The console is idle after ten minutes at the latest`() throws {
    for words in [["--idle-seconds", "601"], ["--idle-seconds", "0"], ["--idle-seconds"], ["--port", "1"]] {
      let result = try Program.run("bailey-console", words)
      #expect(result.exitCode == 1 && result.errors.contains("usage: bailey-console [--idle-seconds 1...600]"))
    }
  }

  @Test func `Every page can be used with the keyboard alone`() throws {
    try withConsole { console throws in
      let pages = [
        "overview", "requests", "privacy", "report", "lockscreen", "passwords", "passkeys", "files", "security",
        "developers",
      ]
      #expect(try console.browse("keyboard") == pages.map { "\($0): left out: [] not seen: []" } + ["errors: []"])
    }
  }

  @Test func `A dialog keeps the focus while it is open, and gives it back`() throws {
    try withConsole { console throws in
      #expect(
        try console.browse("dialog_keys") == [
          "focus: Old passcode", "left the dialog: 0", "focus: Change passcode…", "errors: []",
        ])
    }
  }

  @Test func `Another page in the same browser, which has the cookie too, reaches nothing`() throws {
    try withConsole { console throws in
      let tries = ["read", "word", "lock", "blind", "events", "script"].map { "stranger, \($0): failed" }
      #expect(
        try console.browse("stranger") == tries + ["stranger, frame: closed", "state: Unlocked", "errors: []"])
      #expect(try console.instance.status().contains("\"unlocked\""))
    }
  }

  @Test(.enabled(if: Program.canConfine, "no app can be confined here"))
  func `An app in the sandbox reaches nothing, with the network and without`() throws {
    try withConsole { console throws in
      let instance = console.instance
      try instance.makeDeveloper()
      let network = "<key>com.apple.security.network.client</key><true/>"
      for (name, entitlements) in [("Alone", ""), ("Online", network)] {
        try instance.installSigned(
          TestBundle(
            "/usr/bin/curl", named: name, identifier: "org.example.\(name)", entitlements: entitlements, of: instance))
        for path in ["overview", "keychain/-/-/0", "privacy"] {
          let answer = try instance.bailey(
            ["run", name, "--", "-s", "-o", "/dev/null", "-w", "%{http_code}", console.page + "api/" + path])
          // The app's own network has nothing there, and its proxy (403) leads to none of this machine's addresses.
          #expect(["000", "403"].contains(answer.output))
        }
      }
    }
  }

  /// The raw bytes always, requests of the description where schemathesis is installed.
  @Test func `Whatever is sent, the console answers or refuses, and does not grow`() throws {
    try withConsole { console throws in
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      let description = RepositoryFolder.url.appending(path: "Documentation/Console.openapi.json").path
      let described = Program.isInstalled("st")
      let result = try Program.run(
        "env",
        ["/usr/bin/python3", folder.appending(path: "fuzz.py").path, console.address]
          + ["\(try console.server())", "8"] + (described ? [description] : []))
      #expect(
        result.output.split(separator: "\n").map(String.init)
          == (described ? ["described: no server error"] : []) + [
            "answers of 500 and more: []", "still serves: 200", "grown: little",
          ], "\(result.errors)")
    }
  }
}
