// SPDX-License-Identifier: Apache-2.0
import Foundation
import RepositoryFolder
import RunningInstance
import TemporaryFolder
import Testing

/// The extension's own script, which waits with a page's request until the person presses the extension's button.
@Suite struct OfferTests {
  @Test(.enabled(if: Program.isInstalled("node"), "Scripts/setup test installs nodejs"))
  func `However often the button is pressed there is one question, which goes when the page gives up`() throws {
    try withTemporaryFolder { folder in
      let script = RepositoryFolder.url.appending(path: "Sources/C/CBrowserExtension/extension/background.js").path
      let module = folder + "/background.mjs"
      try Program.run("cp", [script, module])
      let walk = RepositoryFolder.tests.appending(path: "Programs/pressed-twice.mjs").path
      let told = try Program.run("node", [walk, module])
      #expect(told.output == "get 1\ncancel 1\n", "\(told)")
    }
  }
}
