// SPDX-License-Identifier: Apache-2.0
import Foundation
import RepositoryFolder
import RunningInstance
import Testing

/// Debian's browsers with Bailey's extension, at a site of python-fido2.
@Suite(
  .serialized, .enabled(if: Program.canMount, "nothing can be mounted here"),
  .enabled(if: Program.isInstalled("certutil"), "Scripts/setup test installs certutil"),
  .enabled(if: SiteLibrary.isThere, "python-fido2 cannot be installed here"))
struct BrowserWalks {
  @Test(.enabled(if: Program.isInstalled("chromedriver"), "Scripts/setup test installs Chromium"))
  func `A person registers and signs in with Chromium, is kept out while locked, and goes on after unlocking`() throws {
    try walk(
      "chromium", called: "Chromium",
      Self.lines + Self.framed + [Self.ofThisDevice, #"behind another tab: {"error": "NotAllowedError"}"#])
  }

  @Test(.enabled(if: Program.isInstalled("firefox-esr"), "Scripts/setup test installs Firefox"))
  func `A person registers and signs in with Firefox, is kept out while locked, and goes on after unlocking`() throws {
    try walk(
      "firefox", called: "Firefox",
      Self.lines + [
        "settings: Bailey: passkeys This browser has no setting for passkeys: Chromium has one.", Self.ofThisDevice,
      ])
  }

  private func walk(_ browser: String, called name: String, _ lines: [String]) throws {
    try withInstance { instance throws in
      let work = instance.home.deletingLastPathComponent().appending(path: "browser")
      let root = work.appending(path: "system")
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      try instance.succeed(["browser", "install", "--root", root.path])
      try withAgent(of: instance) { agent throws in
        // After the unlock the person agrees with a button; of two accounts the last one signs in.
        try agent.press(.first)
        let walk = RepositoryFolder.tests.appending(path: "Scenarios/PasskeyBrowserTests/walk.py").path
        let result = try Program.run(
          "/usr/bin/python3", [walk, Program.folder.path, root.path, work.path, SiteLibrary.python, browser],
          environment: instance.variables)
        #expect(result.output.split(separator: "\n").map(String.init) == lines, "\(result.errors)")
        let told = agent.told.filter { $0.hasPrefix("SETDESC") }
        #expect(told.contains { $0.contains("\(name) wants to make a passkey for \"ada\" at example.org") })
        #expect(told.contains { $0.contains("\(name) wants to sign in as \"ada\" at example.org") })
        // One entry for each ceremony that was carried out or refused as a second one, and none for the others.
        #expect(agent.questions == lines.count { Self.asking.contains(String($0.prefix { $0 != ":" })) })
      }
    }
  }

  private static let lines = [
    #"registered: {"flags": 77, "looks": true, "registered": true}"#,
    "discoverable: True, kept: True, function: True", #"signed in: {"looks": true, "signedIn": true}"#,
    "function again: True", #"kept: {"looks": true, "signedIn": true}"#, "read: hello",
    #"a second one: {"error": "InvalidStateError"}"#, #"for a top domain: {"error": "SecurityError"}"#,
    #"for another site: {"error": "SecurityError"}"#, #"while locked: {"looks": true, "signedIn": true}"#,
    "can: conditionalGet extension:prf immediateGet relatedOrigins signalUnknownCredential userVerifyingPlatformAuthenticator",
    #"at once: {"crossOrigin": false, "origin": "https://login.example.org"}"#,
    #"at once, without any: {"error": "NotAllowedError"}"#,
    #"conditional: {"first": "pending", "then": "AbortError"}"#, "unknown: ada hidden", "accepted: ada current",
    "named: ada l. current", "of another site: ada l. current",
  ]
  private static let framed = [
    #"at a related site: {"crossOrigin": false, "origin": "https://shop.test"}"#,
    #"of two sites: {"error": "SecurityError", "number": 77}"#,
    #"at no related site: {"error": "SecurityError"}"#,
    #"inside another site: {"crossOrigin": true, "origin": "https://login.example.org", "topOrigin": "https://shop.test"}"#,
    #"inside, without its leave: {"error": "NotAllowedError"}"#,
    #"out of reach, registered: {"flags": 77, "looks": true, "registered": true}"#,
    "there: discoverable: True, function: True", #"out of reach, signed in: {"looks": true, "signedIn": true}"#,
    #"reached, and left to the browser: {"error": "NotAllowedError"}"#,
    #"out of reach, inside another: {"error": "NotAllowedError"}"#,
    #"out of reach, off: {"error": "TimeoutError"}"#,
  ]
  private static let ofThisDevice = #"of this device: {"flags": 69, "looks": true, "registered": true}"#

  /// One entry of the passcode each.
  private static let asking: Set = [
    "registered", "signed in", "function again", "kept", "read", "a second one", "while locked", "at once",
    "of this device", "at a related site", "inside another site", "out of reach, registered", "out of reach, signed in",
  ]
}

/// python-fido2 from PyPI, in an environment below `.build` that the first run makes.
enum SiteLibrary {
  private static let folder = RepositoryFolder.url.appending(path: ".build/passkey-peers")
  static let python = folder.appending(path: "bin/python").path

  static let isThere: Bool = {
    func runs(_ program: String, _ words: [String]) -> Bool {
      (try? Program.run(program, words))?.exitCode == 0
    }
    if runs(python, ["-c", "import fido2.server"]) { return true }
    return runs("python3", ["-m", "venv", folder.path])
      && runs(folder.appending(path: "bin/pip").path, ["install", "-q", "fido2==2.2.1", "webauthn==3.0.1"])
  }()
}
