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
    try walk("chromium", Self.pages(framed: 1), Self.handedBack)
  }

  @Test(.enabled(if: Program.isInstalled("firefox-esr"), "Scripts/setup test installs Firefox"))
  func `No page in Firefox does either`() throws {
    // What differs between the browsers is tried each time.
    let differing: Set = ["moving_frame", "frame_inside", "replaced", "flashing"]
    try walk("firefox", Self.pages(framed: 0).filter { LongTests.areWanted || differing.contains($0.name) })
  }

  private func walk(_ browser: String, _ pages: [(name: String, says: [String])], _ last: [String] = []) throws {
    try withInstance { instance throws in
      let work = instance.home.deletingLastPathComponent().appending(path: "browser")
      let root = work.appending(path: "system")
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      try instance.succeed(["browser", "install", "--root", root.path])
      try withAgent(of: instance) { agent throws in
        let program = RepositoryFolder.tests.appending(path: "Scenarios/PasskeyBrowserTests/hostile.py").path
        let lines = [Self.registered] + pages.flatMap { $0.says + ["after \($0.name): true 1"] } + last
        let result = try Program.run(
          "/usr/bin/python3",
          [program, Program.folder.path, root.path, work.path, SiteLibrary.python, browser, agent.folder.path]
            + pages.map(\.name),
          environment: instance.variables)
        #expect(result.output.split(separator: "\n").map(String.init) == lines, "\(result.errors)")
        #expect(!agent.told.contains { $0.contains("example.com") })
      }
    }
  }

  private static let registered = #"registered: {"flags": 77, "looks": true, "registered": true}"#

  private static func pages(framed: Int) -> [(name: String, says: [String])] {
    [
      ("thousand", ["a thousand at once: 1 ['NotAllowedError'] 999 nothing signed"]),
      ("moving_frame", ["a frame that moves: 1 nothing signed"]),
      ("frame_inside", ["a frame inside another site that moves: \(framed) nothing signed"]),
      ("replaced", ["prototypes replaced: \(refusals) [] nothing signed"]),
      ("keys", ["keys of a script: 0 1 [] nothing signed"]),
      ("overlay", ["covered: as it was named [] nothing signed"]),
      (
        "flashing",
        [
          "asked and given up: 2 nothing signed",
          "then: NotAllowedError and after a click: https://login.example.org 3",
        ]
      ),
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
