// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RepositoryFolder
import RunningInstance
import TemporaryFolder
import Testing

/// Debian's xdg-desktop-portal on a bus of the test's own, with `bailey app portal` behind it and the agent.
@Suite(
  .serialized,
  .enabled(
    if: PrivateBus.isInstalled && Program.isInstalled("/usr/libexec/xdg-desktop-portal") && Program.canConfine,
    "Scripts/setup test installs xdg-desktop-portal"))
struct DesktopPortalScenarios {
  private static let asker = RepositoryFolder.tests.appending(path: "Programs/portal-asker.py").path

  @Test func `The desktop's own portal asks by the agent, and keeps what was answered`() throws {
    let folder = try TemporaryFolder()
    let session = try PrivateBus(inside: folder.path)
    var variables = ["DBUS_SESSION_BUS_ADDRESS": session.address]
    try withInstance(environment: variables) { instance throws in
      try instance.succeed(["app", "portal", "--export", folder.path + "/share"])
      variables["XDG_DESKTOP_PORTAL_DIR"] = folder.path + "/share/xdg-desktop-portal/portals"
      variables["XDG_CURRENT_DESKTOP"] = "bailey"
      for name in ["DATA_HOME", "CACHE_HOME", "CONFIG_HOME", "RUNTIME_DIR"] {
        let place = folder.path + "/" + name.lowercased()
        try FileManager.default.createDirectory(
          atPath: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        variables["XDG_" + name] = place
      }
      let bailey = try Background("bailey", ["app", "portal"], environment: instance.variables)
      let store = try Background("/usr/libexec/xdg-permission-store", [], environment: variables)
      let portal = try Background("/usr/libexec/xdg-desktop-portal", [], environment: variables)
      defer { for program in [portal, store, bailey] { program.kill() } }
      for name in ["org.freedesktop.impl.portal.desktop.bailey", "org.freedesktop.portal.Desktop"] {
        let there = try Program.run("gdbus", ["wait", "--session", "--timeout", "30", name], environment: variables)
        try #require(there.exitCode == 0, "\(name): \(there.errors)")
      }
      func ask(_ device: String) throws -> String {
        let asked = try Program.run("/usr/bin/python3", [Self.asker, "\(getpid())", device], environment: variables)
        return asked.output + asked.errors
      }
      // Nobody has decided; of that the portal makes a refusal itself.
      #expect(try ask("microphone") == "1\n")
      try withAgent(of: instance, .refuses) { agent throws in
        try agent.press(.first)
        let allowed = try ask("speakers")
        #expect(allowed == "0\n")
        let question = try #require(agent.told.last { $0.hasPrefix("SETDESC") })
        #expect(question.contains("would like to do what the desktop asks about"), "\(question)")
        let questions = agent.told.count
        // What was answered is the portal's to keep.
        #expect(try ask("speakers") == "0\n")
        #expect(agent.told.count == questions)
        try agent.press(.second)
        #expect(try ask("camera") == "1\n")
      }
    }
  }
}
