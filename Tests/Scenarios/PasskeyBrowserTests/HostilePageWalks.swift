// SPDX-License-Identifier: Apache-2.0
import Foundation
import RepositoryFolder
import RunningInstance
import Testing

/// Pages in Debian's browsers that would like a passkey without the person, or to ask them without end.
@Suite(
  .enabled(if: Program.canMount, "nothing can be mounted here"),
  .enabled(if: Program.isInstalled("certutil"), "Scripts/setup test installs certutil"),
  .enabled(if: SiteLibrary.isThere, "python-fido2 cannot be installed here"))
struct HostilePageWalks {
  @Test(.enabled(if: Program.isInstalled("chromedriver"), "Scripts/setup test installs Chromium"))
  func
    `No page gets a signature without the person, or a second question while one is up, whatever it asks, replaces, presses or covers`()
    throws
  {
    try walk("chromium", Self.lines(framed: 1) + Self.handedBack)
  }

  @Test(.enabled(if: Program.isInstalled("firefox-esr"), "Scripts/setup test installs Firefox"))
  func `No page in Firefox does either`() throws { try walk("firefox", Self.lines(framed: 0)) }

  private func walk(_ browser: String, _ lines: [String]) throws {
    try withInstance { instance throws in
      let work = instance.home.deletingLastPathComponent().appending(path: "browser")
      let root = work.appending(path: "system")
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      try instance.succeed(["browser", "install", "--root", root.path])
      try withAgent(of: instance) { agent throws in
        let pages = RepositoryFolder.tests.appending(path: "Scenarios/PasskeyBrowserTests/hostile.py").path
        let result = try Program.run(
          "/usr/bin/python3",
          [pages, Program.folder.path, root.path, work.path, SiteLibrary.python, browser, agent.folder.path],
          environment: instance.variables)
        #expect(result.output.split(separator: "\n").map(String.init) == lines, "\(result.errors)")
        #expect(!agent.told.contains { $0.contains("example.com") })
      }
    }
  }

  private static func lines(framed: Int) -> [String] {
    [
      #"registered: {"flags": 77, "looks": true, "registered": true}"#,
      "a thousand at once: 1 ['NotAllowedError'] 999 nothing signed", "after thousand: true 1",
      "a frame that moves: 1 nothing signed", "after moving_frame: true 1",
      "a frame inside another site that moves: \(framed) nothing signed", "after frame_inside: true 1",
      "prototypes replaced: \(refusals) [] nothing signed", "after replaced: true 1",
      "keys of a script: 0 1 [] nothing signed", "after keys: true 1",
      "covered: as it was named [] nothing signed", "after overlay: true 1",
      "asked and given up: 2 nothing signed",
      "then: NotAllowedError and after a click: https://login.example.org 3", "after flashing: true 1",
    ]
  }

  private static let handedBack = [
    #"another device: {"flags": 69, "looks": true, "registered": true}"#,
    #"security key: {"flags": 69, "looks": true, "registered": true}"#, "asked: 1 1 ('ada', 'current')",
  ]

  /// Of requests for other sites, whatever they say of the page.
  private static let refusals =
    [900, 901, 902, 903].map { "\($0) SecurityError undefined undefined" }.joined(separator: " ")
}
