// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// Whoever sits down before an open page of the console, and has not the passcode.
@Suite(
  .serialized, .enabled(if: Program.canMount, "nothing can be mounted here"),
  .enabled(if: Program.isInstalled("curl"), "curl is not installed"))
struct LockedConsoleAttacks {
  /// The page, by what it says to the console's process.
  private struct Page {
    let base: String
    let jar: String
    let csrf: String

    init(of console: RunningConsole) throws {
      (base, jar) = (console.page, console.instance.home.appending(path: "jar").path)
      let answer = try Program.run("curl", ["-s", "-c", jar, "-d", console.words[0], base + "api/session"]).output
      csrf = try #require(answer.components(separatedBy: "\"").first { $0.count == 64 })
    }

    func post(_ path: String, _ body: String) throws -> String {
      try Program.run(
        "curl",
        [
          "-s", "-o", "/dev/null", "-w", "%{http_code}", "-b", jar, "-H", "X-Bailey-CSRF: \(csrf)", "--data-binary",
          "@-",
          base + "api/" + path,
        ], input: body
      ).output
    }
  }

  private func settings(_ instance: RunningInstance) throws -> String {
    try instance.succeed(["widget", "settings"]).output + instance.succeed(["settings"]).output
  }

  @Test func `From an open page, while locked, nothing is shown, allowed, lengthened or erased`() throws {
    try withConsole { console throws in
      let (instance, page) = (console.instance, try Page(of: console))
      try FileManager.default.createDirectory(
        at: instance.mount.appending(path: "vault"), withIntermediateDirectories: false)
      let before = try settings(instance)
      #expect(before.contains("lockScreen=hide") && before.contains("grace-seconds=10\nerase-after-ten=no"))
      try instance.lock()
      // Without the passcode, with a wrong one, and with the right one, which does not unlock.
      for passcode in ["", "wrong", RunningInstance.passcode] {
        for (path, body) in [
          ("widgets/settings", "lockScreen=show\n\(passcode)"), ("widgets/settings", "watchFace:any=show\n\(passcode)"),
          ("settings", "3600 no\n\(passcode)"), ("settings", "10 yes\n\(passcode)"),
          ("privacy/grant", "Camera\n/bin/cat\n\(passcode)"),
          ("requests/\(String(repeating: "0", count: 32))/agree", passcode),
          ("passkeys/list", passcode), ("passkeys/change", "delete 00\n\n\(passcode)"),
        ] {
          let status = try page.post(path, body)
          #expect(["403", "409"].contains(status), "\(path) \(body): \(status)")
        }
      }
      for (path, body) in [
        ("accesses/log", "on"), ("accesses/log", "off"), ("privacy/reset", "Camera\n/bin/cat"),
        ("setup/step", "git\nthere"), ("setup/step", "recording\nback"), ("setup/step", "adopt\nback"),
        ("files/class", "none\nitself\nvault"), ("files/class", "completeUnlessOpen\neverything\nvault"),
      ] {
        #expect(try page.post(path, body) == "409", "\(path)")
      }
      // Bailey itself is neither started nor stopped there, and words are no options.
      for body in ["start\nback", "passcode\nthere", "--undo\nthere", "git\n--purge-data", "git", ""] {
        #expect(try page.post("setup/step", body) == "400", "\(body)")
      }
      for body in ["erase", "erase\n", "erase\nwrong again"] {
        #expect(try page.post("erase", body) == "403", "\(body)")
      }
      #expect(try settings(instance) == before)
      #expect(try instance.report().state == "locked")
      // What hides, denies, locks and shortens takes nothing.
      #expect(try page.post("widgets/settings", "lockScreen=hide\n") == "200")
      #expect(try page.post("settings", "0 no\n") == "204")
      #expect(try page.post("privacy/deny", "Camera\n/bin/cat") == "204")
      #expect(try page.post("files/class", "complete\nitself\nvault") == "200")
      #expect(try page.post("lock", "") == "204")
      #expect(try settings(instance).contains("grace-seconds=0"))
    }
  }

  @Test func `Unlocked, they take the passcode`() throws {
    try withConsole { console throws in
      let (instance, page) = (console.instance, try Page(of: console))
      for body in ["lockScreen=show\n", "lockScreen=show\nwrong"] {
        #expect(try page.post("widgets/settings", body) == "403")
      }
      for body in ["60 yes\n", "60 yes\nwrong"] { #expect(try page.post("settings", body) == "403") }
      let passcode = RunningInstance.passcode
      #expect(try page.post("widgets/settings", "lockScreen=show\n\(passcode)") == "200")
      #expect(try page.post("settings", "60 yes\n\(passcode)") == "204")
      #expect(try settings(instance).contains("lockScreen=show"))
      #expect(try settings(instance).contains("grace-seconds=60\nerase-after-ten=yes"))
      #expect(try page.post("erase", "erase\n\(passcode)") == "204")
    }
  }
}
