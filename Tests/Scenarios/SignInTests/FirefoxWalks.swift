// SPDX-License-Identifier: Apache-2.0
import Foundation
import RepositoryFolder
import RunningInstance
import TemporaryFolder
import Testing

/// The shop and the provider's pages in Firefox, which takes no cookies of third parties.
@Suite(.enabled(if: LongTests.areWanted && hasFirefox, "runs with BAILEY_LONG_TESTS=1, and firefox-esr"))
struct FirefoxWalks {
  @Test func `In Firefox a shop signs somebody in, by a popup and without one, until it is removed`() throws {
    let folder = try TemporaryFolder()
    let (port, shopPort) = (try ProviderHome.freePort(), try ProviderHome.freePort())
    let address = "http://localhost:\(shopPort)"
    let provider = try DevelopmentServer(
      "--host", "localhost", "--port", "\(port)", "--redirect", address + "/callback", "--endpoint",
      address + "/notifications")
    let shop = try Background(
      Program.folder.appending(path: "shop").path,
      [
        "--provider", provider["address"], "--team", provider["team"], "--app", "test.example.app", "--client",
        provider["service"], "--key", provider["keyFile"], "--port", "\(shopPort)", "--store", folder.path + "/shop.db",
      ])
    defer { shop.kill() }
    try shop.waitForLine(address)
    let script = RepositoryFolder.tests.appending(path: "Scenarios/SignInTests/firefox.py").path
    let walk = try Program.run(
      "/usr/bin/python3",
      [script, folder.path, address, provider["address"], "anna@example.test", provider["password"]])
    #expect(
      walk.output == """
        by popup: Hello, Anna Ferrari
        without a popup: Hello, Anna Ferrari
        removed: Lemons and lamps

        """, "\(walk.errors)")
  }
}

private let hasFirefox = FileManager.default.isExecutableFile(atPath: "/usr/lib/firefox-esr/firefox-esr")
