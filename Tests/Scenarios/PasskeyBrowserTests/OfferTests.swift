// SPDX-License-Identifier: Apache-2.0
import Foundation
import RepositoryFolder
import RunningInstance
import TemporaryFolder
import Testing

/// The extension's own script, in which an offer waits until the person presses the extension's button.
@Suite struct OfferTests {
  @Test(.enabled(if: Program.isInstalled("node"), "Scripts/setup test installs nodejs"))
  func `However often the button is pressed there is one question, which goes when the page gives up`() throws {
    #expect(try Self.told(in: "pressed-twice") == "get 1\ncancel 1\n")
  }

  @Test(.enabled(if: Program.isInstalled("node"), "Scripts/setup test installs nodejs"))
  func `However many frames a page has, there is room for what other tabs ask`() throws {
    let told = """
      asked https://many.example 8
      asked https://other.example 1
      refused https://many.example NotAllowedError 2

      """
    #expect(try Self.told(in: "many-frames") == told)
  }

  @Test(.enabled(if: Program.isInstalled("node"), "Scripts/setup test installs nodejs"))
  func `What people read of the extension is there in each language`() throws {
    #expect(try Self.told(in: "extension-words", of: "words.js") == "it 12 \nzh 12 \nen 3 \n")
  }

  /// What Bailey and the pages are told while a program is in the browser's place.
  private static func told(in program: String, of script: String = "background.js") throws -> String {
    try withTemporaryFolder { folder in
      let files = RepositoryFolder.url.appending(path: "Sources/C/CBrowserExtension/extension").path
      try Program.run("cp", ["-r", files + "/.", folder])
      // What a browser takes as modules.
      try Data(#"{"type":"module"}"#.utf8).write(to: URL(filePath: "\(folder)/package.json"))
      let place = RepositoryFolder.tests.appending(path: "Programs/\(program).mjs").path
      let result = try Program.run("node", [place, "\(folder)/\(script)"])
      return result.output + result.errors
    }
  }
}
