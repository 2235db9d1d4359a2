// SPDX-License-Identifier: Apache-2.0
import Foundation
import RepositoryFolder
import RunningInstance
import Testing

/// Pages in Debian's Chromium that would like a passkey without the person, or to ask them without end.
@Suite(
  .enabled(if: Program.canMount, "nothing can be mounted here"),
  .enabled(if: Program.isInstalled("certutil"), "Scripts/setup test installs certutil"),
  .enabled(if: Program.isInstalled("chromedriver"), "Scripts/setup test installs Chromium"),
  .enabled(if: SiteLibrary.isThere, "python-fido2 cannot be installed here"))
struct HostilePageWalks {
  @Test
  func
    `No page gets a signature without the person, or a second question while one is up, whatever it asks, replaces, presses or covers`()
    throws
  {
    try withInstance { instance throws in
      let work = instance.home.deletingLastPathComponent().appending(path: "browser")
      let root = work.appending(path: "system")
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      try instance.succeed(["browser", "install", "--root", root.path])
      try withAgent(of: instance) { agent throws in
        let pages = RepositoryFolder.tests.appending(path: "Scenarios/PasskeyBrowserTests/hostile.py").path
        let result = try Program.run(
          "/usr/bin/python3",
          [pages, Program.folder.path, root.path, work.path, SiteLibrary.python, agent.folder.path],
          environment: instance.variables)
        #expect(result.output.split(separator: "\n").map(String.init) == Self.lines, "\(result.errors)")
        #expect(!agent.told.contains { $0.contains("example.com") })
      }
    }
  }

  private static let lines = [
    #"registered: {"flags": 77, "looks": true, "registered": true}"#,
    "a thousand at once: 1 ['NotAllowedError'] 999 nothing signed", "after thousand: true 1",
    "a frame that moves: 1 nothing signed", "after moving_frame: true 1",
    "prototypes replaced: \(refusals) [] nothing signed", "after replaced: true 1",
    "keys of a script: 0 1 [] nothing signed", "after keys: true 1",
    "covered: as it was named [] nothing signed", "after overlay: true 1",
    #"another device: {"flags": 69, "looks": true, "registered": true}"#,
    #"security key: {"flags": 69, "looks": true, "registered": true}"#, "asked: 1 1 ('ada', 'current')",
  ]

  /// Of requests for other sites, whatever they say of the page.
  private static let refusals =
    [900, 901, 902, 903].map { "\($0) SecurityError undefined undefined" }.joined(separator: " ")
}
