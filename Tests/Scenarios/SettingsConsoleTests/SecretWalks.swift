// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import MessageBus
import RepositoryFolder
import RunningInstance
import TemporaryFolder
import Testing

/// The passwords of the desktop's programs, in the page.
@Suite(
  .serialized, .enabled(if: Program.canMount, "nothing can be mounted here"),
  .enabled(
    if: Program.isInstalled("chromedriver") && PrivateBus.isInstalled && Program.isInstalled("secret-tool"),
    "Scripts/setup test installs Chromium, dbus-daemon and secret-tool"))
struct SecretWalks {
  private static let reader = RepositoryFolder.tests.appending(path: "Programs/secret-reader.py").path

  @Test func `A program is allowed what another one stored, which is taken back, and a collection is opened`() throws {
    let folder = try TemporaryFolder()
    let bus = try PrivateBus(inside: folder.path, starting: .none)
    let instance = try RunningInstance(environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    defer { instance.stop() }
    let secrets = try Background("bailey-secrets", [], environment: instance.variables)
    defer { secrets.kill() }
    // A program that asks before has the bus start another service in its place, where one is installed.
    let connection = try BusConnection(to: .address(bus.address))
    defer { connection.close() }
    try eventually { try connection.owner(of: "org.freedesktop.secrets") != nil }
    let attributes = ["service", "mail", "user", "ada"]
    try eventually {
      try Program.run(
        "secret-tool", ["store", "--label=Mail of Ada"] + attributes, input: "opensesame",
        environment: instance.variables
      ).exitCode == 0
    }
    let console = try RunningConsole(of: instance)
    defer { console.process.kill() }
    // The program looks until somebody can be asked.
    let look = "echo look | \(console.variables) /usr/bin/python3 '\(Self.reader)' /dev/stdin service=mail user=ada"
    let ask = "(for try in $(seq 100); do \(look) | grep -q opensesame && break; sleep 0.1; done) &"
    let lines = try console.browse("run:\(ask)", "secret_asked", "desktop_secrets")
    let asked = "“bailey-secrets” asks whether a program may have something of yours"
    #expect(lines.first == "asked: \(asked)", "\(lines)")
    #expect(lines.dropFirst().first?.contains("secret-reader.py wants to read “Mail of Ada”") == true, "\(lines)")
    #expect(
      Array(lines.dropFirst(2)) == ["buttons: ['Don’t Allow', 'Allow Once', 'Allow']"]
        + RunningConsole.looked("request-permission") + ["answered", "allowed: secret-reader.py"]
        + RunningConsole.looked("passwords-desktop") + RunningConsole.translated + [
          "taken back", "opened: Every program reads everything.", "stored by: ['Passwords of the desktop’s programs']",
          "listed: [['Mail of Ada', 'ada · mail']]",
          "it is: opensesame ['Password', 'ada', 'mail', 'Default']", "can be edited: False",
        ] + RunningConsole.looked("passwords-desktop-item") + [
          "deleted",
          "errors: []",
        ])
    // Its program has it no more, and nobody else finds what it was called.
    try eventually {
      let search = try Program.run("secret-tool", ["search", "--all"] + attributes, environment: instance.variables)
      return !(search.output + search.errors).contains("ada") && !search.output.contains("Mail of Ada")
    }
  }
}
